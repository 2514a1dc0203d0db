/** Paints parts of one flow as bitmaps, off the main thread. */
import { gridGap } from '#canvas/grid.ts'
import { CanvasPen } from './canvas-pen.ts'
import { bare, type Dress } from './dress.ts'
import type { Drawing } from './drawing.ts'
import { addFonts } from './fonts.ts'
import { loadLetters } from './letters.ts'
import type { Look } from './look.ts'
import { paintFlow } from './paint-flow.ts'
import type { TileAnswer, TileRequest, View } from './tile-messages.ts'

/** The first picture waits this long for its fonts, which the page has in its cache as a rule. */
const fontPatienceMs = 150

const say = (words: TileAnswer, transfer: Transferable[] = []): void => self.postMessage(words, { transfer })

let drawing: Drawing | null = null
let look: Look = new Map()
let dress: Dress = bare(0, 0)
let pen: { pen: CanvasPen; context: OffscreenCanvasRenderingContext2D } | null = null
let fonts: Promise<unknown> = Promise.resolve()

/** A canvas of this size; it is used again while the size stays. */
function penFor(width: number, height: number) {
  const canvas = pen?.context.canvas
  if (pen !== null && canvas?.width === width && canvas.height === height) return pen
  const context = new OffscreenCanvas(width, height).getContext('2d', { alpha: false })
  if (context === null) throw new Error('This browser has no room for a bitmap.')
  pen = { context, pen: new CanvasPen(context, look) }
  return pen
}

/** Side of a dot of the ground, in screen pixels. */
const dotSize = 2

/** The ground is part of the picture: a tile hides what lies below it. */
function paintGround(context: OffscreenCanvasRenderingContext2D, { area, zoom, ratio }: View, dots: boolean): void {
  const { width, height } = context.canvas
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.fillStyle = look.get('sunken') ?? 'white'
  context.fillRect(0, 0, width, height)
  if (!dots) return
  context.fillStyle = look.get('grid-dot') ?? 'transparent'
  const gap = gridGap(zoom)
  const size = dotSize * ratio
  const first = (from: number) => (Math.ceil((from * zoom) / gap - 0.5) + 0.5) * gap - from * zoom
  for (let y = first(area.y); y * ratio < height; y += gap)
    for (let x = first(area.x); x * ratio < width; x += gap)
      context.fillRect(Math.round(x * ratio - size / 2), Math.round(y * ratio - size / 2), size, size)
}

function paint(view: View, dots: boolean): void {
  if (drawing === null) return
  const { area, zoom, ratio } = view
  const scale = zoom * ratio
  const { context, pen: own } = penFor(
    Math.max(1, Math.round(area.width * scale)),
    Math.max(1, Math.round(area.height * scale)),
  )
  paintGround(context, view, dots)
  context.setTransform(scale, 0, 0, scale, -area.x * scale, -area.y * scale)
  paintFlow(own, drawing, area, { zoom, ratio }, dress)
  const bitmap = context.canvas.transferToImageBitmap()
  say({ kind: 'tile', bitmap, view }, [bitmap])
}

async function answer(request: TileRequest): Promise<void> {
  if (request.kind === 'open') {
    drawing = request.drawing
    dress = request.dress
    look = request.look
    pen = null
    addFonts(request.fonts)
    let isLate = false
    fonts = loadLetters(drawing).then(() => {
      if (isLate) {
        pen = null
        say({ kind: 'stale' })
      }
    })
    await Promise.race([fonts, new Promise((done) => void setTimeout(done, fontPatienceMs))])
    isLate = true
  } else if (request.kind === 'look') {
    look = request.look
    pen = null
  } else if (request.kind === 'dress') {
    dress = request.dress
  } else {
    paint(request.view, request.dots)
  }
}

/** One after the other: a view that comes while the flow is opened waits for it. */
let last: Promise<void> = Promise.resolve()
self.addEventListener('message', ({ data }: MessageEvent<TileRequest>) => {
  last = last
    .then(() => answer(data))
    .catch((problem: unknown) =>
      say({ kind: 'failed', message: problem instanceof Error ? problem.message : String(problem) }),
    )
})
