import { type Mark, round, type Scene } from './scene'

/** More pixels than this a browser refuses, or a phone has no memory for. */
const kMostPixels = 32_000_000

/** Draws a scene as a PNG, twice as fine as the screen's points where that is not too many pixels. */
export async function toPng(scene: Scene): Promise<Blob> {
  const scale = Math.min(2, Math.sqrt(kMostPixels / (scene.width * scene.height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(scene.width * scale))
  canvas.height = Math.max(1, Math.round(scene.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser gives no canvas to draw on.')
  context.scale(scale, scale)
  context.fillStyle = scene.background
  context.fillRect(0, 0, scene.width, scene.height)
  for (const mark of scene.marks) {
    context.save()
    if (mark.clip) {
      context.beginPath()
      context.rect(mark.clip.x, mark.clip.y, mark.clip.width, mark.clip.height)
      context.clip()
    }
    context.globalAlpha = mark.opacity
    draw(context, mark)
    context.restore()
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('This browser could not write the picture.')
  return blob
}

function draw(context: CanvasRenderingContext2D, mark: Mark) {
  if (mark.kind === 'image') {
    context.imageSmoothingEnabled = !mark.crisp
    if (mark.source) context.drawImage(mark.source, mark.x, mark.y, mark.width, mark.height)
  } else if (mark.kind === 'shape') {
    if (mark.matrix) context.transform(...mark.matrix)
    const path = new Path2D(mark.path)
    if (mark.fill) {
      context.fillStyle = mark.fill
      context.fill(path)
    }
    if (mark.stroke) {
      context.strokeStyle = mark.stroke.colour
      context.lineWidth = mark.stroke.width
      context.lineCap = mark.stroke.cap ?? 'butt'
      context.lineJoin = mark.stroke.join ?? 'miter'
      context.setLineDash([...(mark.stroke.dash ?? [])])
      context.stroke(path)
    }
  } else {
    const { font } = mark
    context.translate(mark.x, mark.y)
    if (mark.turn) context.rotate((mark.turn * Math.PI) / 180)
    context.font = `${font.style} ${font.weight} ${round(font.size)}px ${font.family}`
    if ('letterSpacing' in context) context.letterSpacing = `${font.spacing}px`
    context.direction = mark.rtl ? 'rtl' : 'ltr'
    context.textAlign = 'start'
    context.fillStyle = mark.fill
    // Digits of one width are a feature that a canvas has no setting for: the measured width makes up for it.
    if (mark.width > 0) context.fillText(mark.text, 0, 0, mark.width)
    else context.fillText(mark.text, 0, 0)
  }
}
