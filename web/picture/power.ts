/** A power of ten as it is written by hand: 10⁻⁵. */
export const writePower = (power: number) =>
  `10${power < 0 ? '⁻' : ''}${[...String(Math.abs(power))].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')}`

/** A number by its digits and its power of ten, which alone is enough for 10⁻¹². */
export function writeByPower(value: number): string {
  const [digits = '', power = ''] = value.toExponential().split('e')
  return digits === '1' ? writePower(Number(power)) : `${digits}·${writePower(Number(power))}`
}
