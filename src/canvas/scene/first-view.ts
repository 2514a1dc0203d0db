import { boxAt, nodeCountOf, isStepAt, type SceneData } from './scene.ts'
import type { Box } from '#canvas/geometry/box-geometry.ts'

/** Outermost zoom: a chain of 50,000 nodes is seen from end to end on a wide screen. */
export const minZoom = 0.001
/** Space around a flow that is shown as a whole, as a part of the window. */
const padding = 0.12
/** A flow is never enlarged beyond this by itself. */
const largest = 1
/** Windows narrower than this are phones and tablets: seen as a whole, most flows would be unreadable there. */
const narrow = 960
/** Names on cards have 9 px at this zoom. */
const readable = 0.45
/** Free pixels before the first card in a narrow window. */
const gap = 16

/** What minimap and controls cover at the lower left, with a rim; a narrow window has no map. */
const map = { width: 244, height: 138, notBelow: 560 }
const controls = { width: 54, height: 168 }
/** The same in a narrow window, where they are as large as a thumb. */
const thumbControls = { width: 64, height: 236 }
/** Free pixels that remain around a flow that gives way to them. */
const rim = 16
/** How much smaller a flow may be shown to give way; beyond that a card below the map is the lesser evil. */
const shrinking = [1, 0.95, 0.9, 0.85, 0.8]
/** Parts of the free width and height by which it is moved, what moves it least first. */
const moves = [
  [0, 0],
  [0, 0.5],
  [0.5, 0],
  [0, 1],
  [1, 0],
  [0.5, 0.5],
  [0.5, 1],
  [1, 0.5],
  [1, 1],
] as const

/** Of React Flow: where the canvas's own corner lies in the window, and how large a canvas pixel is there. */
interface Viewport {
  x: number
  y: number
  zoom: number
}

interface Size {
  width: number
  height: number
}

type Seen = Pick<SceneData, 'bounds' | 'boxes' | 'kinds'>

/** Left and lower edge of a card, in canvas pixels. */
interface Corner {
  left: number
  bottom: number
}

/**
 * The lower left corners of the cards that no other card exceeds both to the left and downwards. What lies in the window's
 * lower left corner covers one of these if it covers any card, and they are few (a dozen of 50,000).
 */
function outermostCorners(scene: Seen): readonly Corner[] {
  let outermost: Corner[] = []
  for (let place = 0; place < nodeCountOf(scene); place += 1) {
    const { x: left, y, height } = boxAt(scene, place)
    const bottom = y + height
    if (outermost.some((other) => other.left <= left && other.bottom >= bottom) || !isStepAt(scene, place)) continue
    outermost = outermost.filter((other) => other.left < left || other.bottom > bottom)
    outermost.push({ left, bottom })
  }
  return outermost
}

/** Whether controls and minimap cover no card. */
function isClear(corners: readonly Corner[], { x, y, zoom }: Viewport, { width, height }: Size): boolean {
  const covers = width < map.notBelow ? [controls] : [controls, map]
  return !corners.some(({ left, bottom }) =>
    covers.some((cover) => left * zoom + x < cover.width && bottom * zoom + y > height - cover.height),
  )
}

/** A part of the flow, in the middle. */
export function canvasViewOf(bounds: Box, { width, height }: Size): Viewport {
  const part = Math.min(width / Math.max(1, bounds.width), height / Math.max(1, bounds.height)) / (1 + padding)
  const zoom = Math.min(largest, Math.max(minZoom, part))
  return {
    x: width / 2 - (bounds.x + bounds.width / 2) * zoom,
    y: height / 2 - (bounds.y + bounds.height / 2) * zoom,
    zoom,
  }
}

/** The whole flow, in the middle; moved up or aside, and a little smaller, where controls and minimap would cover cards. */
export function wholeView(scene: Seen, size: Size): Viewport {
  const { bounds } = scene
  const even = canvasViewOf(bounds, size)
  const corners = outermostCorners(scene)
  if (isClear(corners, even, size)) return even
  for (const part of shrinking) {
    const zoom = Math.max(minZoom, even.zoom * part)
    // What is free on each side while the flow stands in the middle.
    const [aside, above] = [(size.width - bounds.width * zoom) / 2, (size.height - bounds.height * zoom) / 2]
    if (Math.min(aside, above) < rim) continue
    for (const [right, up] of moves) {
      const view = {
        x: aside + right * (aside - rim) - bounds.x * zoom,
        y: above - up * (above - rim) - bounds.y * zoom,
        zoom,
      }
      if (isClear(corners, view, size)) return view
    }
  }
  return even
}

/** What a flow opens with: all of it, or, where that could not be read in a narrow window, its beginning. */
export function firstView(scene: Seen & Pick<SceneData, 'start'>, size: Size): Viewport {
  const whole = wholeView(scene, size)
  const start = scene.start === -1 ? undefined : boxAt(scene, scene.start)
  if (size.width >= narrow || whole.zoom >= readable || start === undefined) return whole
  const { bounds } = scene
  const fits = bounds.height * readable <= size.height * (1 - 2 * padding)
  const middle = fits ? bounds.y + bounds.height / 2 : start.y + start.height / 2
  const y = size.height / 2 - middle * readable
  // Where the controls would cover the first card, the flow begins beside them.
  const isCovered = (start.y + start.height) * readable + y > size.height - thumbControls.height
  const left = isCovered ? thumbControls.width : gap
  return { x: left - start.x * readable, y, zoom: readable }
}

/** A window that lies on whole pixels of the screen: what is mounted and what is painted then share them. */
export const onPixels = ({ x, y, zoom }: Viewport, ratio: number): Viewport => ({
  x: Math.round(x * ratio) / ratio,
  y: Math.round(y * ratio) / ratio,
  zoom,
})
