/** A difference with its sign in front, so that no colour is needed to read it: +0.12, −0.37, 0.00. */
export function signed(value: number, digits = 2): string {
  const size = Math.abs(value).toFixed(digits)
  if (Number(size) === 0) return size
  return `${value > 0 ? '+' : '\u2212'}${size}`
}
