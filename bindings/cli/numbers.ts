/** The fewest digits that, read as float32, give the number again to the last bit. */
export function float32(value: number): string {
  if (Object.is(value, -0)) return '-0'
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return String(short)
  }
  return String(Number(value.toPrecision(9)))
}

/** Numbers as a JSON array. */
export function float32Array(values: Float32Array): string {
  return `[${Array.from(values, float32).join(',')}]`
}
