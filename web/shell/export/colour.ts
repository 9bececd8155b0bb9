const hex = (value: number) =>
  Math.round(Math.max(0, Math.min(1, value)) * 255)
    .toString(16)
    .padStart(2, '0')

/**
 * A computed colour as `#rrggbb`, or `#rrggbbaa` where it is not opaque. Browsers answer `rgb(...)`, and after
 * mixing `color(srgb ...)`; null for anything else and for what is not seen at all.
 */
export function readColour(computed: string): string | null {
  const text = computed.trim().toLowerCase()
  if (/^#[0-9a-f]{6}([0-9a-f]{2})?$/.test(text)) return text
  const rgb = /^rgba?\(([^)]*)\)$/.exec(text)
  const srgb = /^color\(srgb ([^)]*)\)$/.exec(text)
  const parts = (rgb?.[1] ?? srgb?.[1] ?? '').split(/[\s,/]+/).filter(Boolean)
  if (parts.length < 3) return null
  const number = (part: string, whole: number) =>
    part.endsWith('%') ? Number.parseFloat(part) / 100 : Number(part) / whole
  const [r, g, b] = parts.slice(0, 3).map((part) => number(part, rgb ? 255 : 1))
  const a = parts[3] === undefined ? 1 : number(parts[3], 1)
  if (![r, g, b, a].every((value) => Number.isFinite(value)) || a <= 0) return null
  return `#${hex(r as number)}${hex(g as number)}${hex(b as number)}${a < 1 ? hex(a) : ''}`
}
