/**
 * Early picture of a flow in the place of its canvas, until the canvas is ready: the framework takes longer to start
 * than the worker takes to paint. Independent of React; the position of the last canvas is stored in this browser.
 */
import type { FirstPicture, PictureFrame } from './first-picture.ts'
import { readFonts } from '#canvas/pen/fonts.ts'
import { readPalette } from '#canvas/pen/read-palette.ts'
import type { ViewFigures } from '#canvas/scene/viewport.ts'
import { ratioOf } from './tile-cover.ts'
import { storedViewChoices } from './view-choices.ts'

/** Prefix of the storage keys of positions. */
const keyPrefix = 'canvas-place'
/** Maximum time to wait for a canvas. */
const maxWaitMs = 10_000

const storageKey = () => `${keyPrefix} ${innerWidth}x${innerHeight}`

interface CanvasPosition {
  left: number
  top: number
  width: number
  height: number
}

/** Stores the position of a flow's canvas for this window size. */
export function storeCanvasPosition(canvas: Element): void {
  const { left, top, width, height } = canvas.getBoundingClientRect()
  try {
    localStorage.setItem(storageKey(), JSON.stringify([left, top, width, height]))
  } catch {
    // Storage is unavailable or full: there is no early picture.
  }
}

function storedPosition(): CanvasPosition | null {
  try {
    const position: unknown = JSON.parse(localStorage.getItem(storageKey()) ?? 'null')
    // At a fraction of a pixel, the picture would visibly jump when the canvas replaces it.
    if (!Array.isArray(position) || !position.every((one) => Number.isInteger(one))) return null
    const [left = 0, top = 0, width = 0, height = 0] = position.map(Number)
    const isWithin =
      left >= 0 && top >= 0 && width > 0 && height > 0 && left + width <= innerWidth && top + height <= innerHeight
    return isWithin ? { left, top, width, height } : null
  } catch {
    return null
  }
}

/** Under forced colours or more contrast the canvas's own styles are needed, which are not loaded yet. */
const hasOwnColours = () => matchMedia('(forced-colors: active), (prefers-contrast: more)').matches

/**
 * Marks, in the task after the frame, that the flow is on the screen: `npm run bench -- canvas` waits for
 * `flow:fitted`. `figures` null = the viewport is not the first one.
 */
export function markFitted(
  nodes: number,
  [x, y, zoom]: readonly [number, number, number],
  figures: ViewFigures | null,
): void {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      performance.mark('flow:fitted', { detail: { nodes, x, y, zoom, ...figures } })
      port1.close()
    })
    port1.start()
    port2.postMessage(null)
  })
}

let shownPicture: { canvas: HTMLCanvasElement; end: () => void } | null = null

/**
 * Shows the flow, by its storage name, before its canvas; `paint` paints it. Does nothing if the position is unknown, or under forced colours
 * or more contrast.
 */
export async function showEarly(
  flow: string,
  paint: (frame: PictureFrame) => Promise<FirstPicture | null>,
): Promise<void> {
  const position = storedPosition()
  if (position === null || hasOwnColours()) return
  const { left, top, width, height } = position
  const canvas = document.createElement('canvas')
  const end = () => {
    canvas.remove()
    for (const kind of ['pointerdown', 'keydown', 'popstate', 'resize']) removeEventListener(kind, end, true)
  }
  shownPicture = { canvas, end }
  const ratio = ratioOf(devicePixelRatio)
  const choices = storedViewChoices(flow)
  const picture = await paint({ width, height, ratio, palette: readPalette(), fonts: readFonts(), choices })
  if (picture === null || shownPicture?.canvas !== canvas) return
  const { bitmap, nodes, x, y, zoom, figures } = picture
  Object.assign(canvas, { width: bitmap.width, height: bitmap.height, ariaHidden: 'true' })
  Object.assign(canvas.style, {
    position: 'fixed',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    pointerEvents: 'none',
  })
  canvas.getContext('bitmaprenderer', { alpha: false })?.transferFromImageBitmap(bitmap)
  document.body.append(canvas)
  // The first user action removes the picture, because the action is meant for the page below.
  for (const kind of ['pointerdown', 'keydown', 'popstate', 'resize']) addEventListener(kind, end, true)
  setTimeout(end, maxWaitMs)
  markFitted(nodes, [x, y, zoom], figures)
}

/** Removes the early picture once the canvas is ready or has failed. Returns whether the picture was shown. */
export function endEarly(): boolean {
  const early = shownPicture
  shownPicture = null
  // The canvas is on the screen only with the next frame.
  if (early !== null) requestAnimationFrame(() => requestAnimationFrame(early.end))
  return early?.canvas.isConnected === true
}
