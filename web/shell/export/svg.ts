import { type Box, boxPath, type Mark, round, type Scene } from './scene'

/** What XML 1.0 cannot hold at all: control characters, halves of surrogate pairs, and two codes that are no characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu
/** Written as numbers: seen by nobody in the source, they would turn the markup around them in an editor. */
const turning = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** Text for XML, in content and in attributes: never markup, and never able to reorder the source around it. */
export function escapeXml(text: string): string {
  return text
    .replace(forbidden, '\ufffd')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;')
    .replace(turning, (mark) => `&#x${mark.charCodeAt(0).toString(16)};`)
}

/** A scene as an SVG file that stands alone. */
export function toSvg(scene: Scene): string {
  const clips: Box[] = []
  const clipName = (box: Box) => {
    const known = clips.findIndex(
      (one) => one.x === box.x && one.y === box.y && one.width === box.width && one.height === box.height
    )
    return `clip${known < 0 ? clips.push(box) - 1 : known}`
  }
  const body = scene.marks.map((mark) => {
    const drawn = markup(mark)
    return mark.clip ? `<g clip-path="url(#${clipName(mark.clip)})">${drawn}</g>` : drawn
  })
  const [width, height] = [round(scene.width), round(scene.height)]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(scene.title)}</title>`,
    `<desc>${escapeXml(scene.description)}</desc>`,
    `<defs>${clips.map((box, i) => `<clipPath id="clip${i}"><path d="${boxPath(box)}"/></clipPath>`).join('')}</defs>`,
    `<rect width="${width}" height="${height}"${paint('fill', scene.background)}/>`,
    ...body,
    '</svg>\n'
  ].join('\n')
}

function markup(mark: Mark): string {
  const seen = mark.opacity < 1 ? ` opacity="${round(mark.opacity)}"` : ''
  if (mark.kind === 'image') {
    const crisp = mark.crisp ? ' style="image-rendering:pixelated"' : ''
    return `<image x="${round(mark.x)}" y="${round(mark.y)}" width="${round(mark.width)}" height="${round(mark.height)}" preserveAspectRatio="none" href="${escapeXml(mark.href)}"${crisp}${seen}/>`
  }
  if (mark.kind === 'shape') {
    const { fill, stroke, matrix } = mark
    const moved = matrix ? ` transform="matrix(${matrix.map((value) => Number(value.toFixed(5))).join(' ')})"` : ''
    const line = stroke
      ? `${paint('stroke', stroke.colour)} stroke-width="${round(stroke.width)}"${stroke.dash?.length ? ` stroke-dasharray="${stroke.dash.map(round).join(' ')}"` : ''}${stroke.cap ? ` stroke-linecap="${stroke.cap}"` : ''}${stroke.join ? ` stroke-linejoin="${stroke.join}"` : ''}`
      : ''
    return `<path d="${escapeXml(mark.path)}"${fill ? paint('fill', fill) : ' fill="none"'}${line}${moved}${seen}/>`
  }
  const { font } = mark
  const style = [
    font.style !== 'normal' ? ` font-style="${escapeXml(font.style)}"` : '',
    font.weight !== '400' ? ` font-weight="${escapeXml(font.weight)}"` : '',
    font.spacing ? ` letter-spacing="${round(font.spacing)}"` : '',
    ` style="white-space:pre${font.tabular ? ';font-variant-numeric:tabular-nums' : ''}"`
  ].join('')
  const turned = mark.turn ? ` transform="rotate(${round(mark.turn)} ${round(mark.x)} ${round(mark.y)})"` : ''
  return `<text x="${round(mark.x)}" y="${round(mark.y)}"${mark.width ? ` textLength="${round(mark.width)}" lengthAdjust="spacingAndGlyphs"` : ''}${mark.rtl ? ' direction="rtl"' : ''} font-family="${escapeXml(font.family)}" font-size="${round(font.size)}"${style}${paint('fill', mark.fill)}${turned}${seen}>${escapeXml(mark.text)}</text>`
}

/** A colour as every program reads it: `#rrggbb`, with an opacity of its own. */
function paint(name: 'fill' | 'stroke', colour: string): string {
  const [, rgb, alpha] = /^(#[0-9a-f]{6})([0-9a-f]{2})?$/i.exec(colour) ?? []
  if (!rgb) return ` ${name}="${escapeXml(colour)}"`
  return ` ${name}="${rgb}"${alpha ? ` ${name}-opacity="${round(Number.parseInt(alpha, 16) / 255)}"` : ''}`
}
