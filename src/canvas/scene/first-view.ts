import { boxAt, nodeCountOf, isStepAt, type SceneData } from './scene.ts'
import type { Box } from '#canvas/geometry/box-geometry.ts'

/** Minimum zoom: a chain of 4,000 nodes is then about 1,250 px wide. */
export const minZoom = 0.001
/** Padding around a whole flow, as a fraction of the viewport. */
const padding = 0.12
/** Maximum zoom when a flow is fitted automatically. */
const largest = 1
/** Viewports narrower than this are phones and tablets: most whole flows would be illegible there. */
const narrow = 960
/** Names on cards have 9 px at this zoom. */
const readable = 0.45
/** Free pixels before the first card in a narrow viewport. */
const gap = 16

/** The area of minimap and controls at the lower left, with a margin; below `notBelow` px there is no map. */
const map = { width: 244, height: 138, notBelow: 560 }
const controls = { width: 54, height: 168 }
/** The same in a narrow viewport, where controls have touch size. */
const thumbControls = { width: 64, height: 236 }
/** Free pixels around a flow that is moved away from them. */
const margin = 16
/** Factors by which a flow may be shrunk to avoid them; beyond that, covering a card is better. */
const shrinkFactors = [1, 0.95, 0.9, 0.85, 0.8]
/** Fractions of the free width and height by which it is moved, in the order in which they are tried. */
const shifts = [
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

/** React Flow's viewport: the position of the canvas's origin, and screen pixels per canvas pixel. */
interface Viewport {
  x: number
  y: number
  zoom: number
}

interface Size {
  width: number
  height: number
}

type SceneLayout = Pick<SceneData, 'bounds' | 'boxes' | 'kinds'>

/** Left and bottom edge of a card, in canvas pixels. */
interface Corner {
  left: number
  bottom: number
}

/**
 * The lower left corners of the cards that no other card exceeds both to the left and downwards (the Pareto front). If
 * the lower left corner of the viewport covers any card, it covers one of these, and they are few (a dozen of 50,000).
 */
function outermostCorners(scene: SceneLayout): readonly Corner[] {
  let outermost: Corner[] = []
  for (let nodeIndex = 0; nodeIndex < nodeCountOf(scene); nodeIndex += 1) {
    const { x: left, y, height } = boxAt(scene, nodeIndex)
    const bottom = y + height
    if (outermost.some((other) => other.left <= left && other.bottom >= bottom) || !isStepAt(scene, nodeIndex)) continue
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

/** The viewport that shows a part of the flow, centred. */
export function canvasViewOf(bounds: Box, { width, height }: Size): Viewport {
  const part = Math.min(width / Math.max(1, bounds.width), height / Math.max(1, bounds.height)) / (1 + padding)
  const zoom = Math.min(largest, Math.max(minZoom, part))
  return {
    x: width / 2 - (bounds.x + bounds.width / 2) * zoom,
    y: height / 2 - (bounds.y + bounds.height / 2) * zoom,
    zoom,
  }
}

/** The whole flow, centred; moved up or right, and a little smaller, if controls and minimap would cover cards. */
export function wholeView(scene: SceneLayout, size: Size): Viewport {
  const { bounds } = scene
  const even = canvasViewOf(bounds, size)
  const corners = outermostCorners(scene)
  if (isClear(corners, even, size)) return even
  for (const part of shrinkFactors) {
    const zoom = Math.max(minZoom, even.zoom * part)
    // Free space on each side while the flow is centred.
    const [aside, above] = [(size.width - bounds.width * zoom) / 2, (size.height - bounds.height * zoom) / 2]
    if (Math.min(aside, above) < margin) continue
    for (const [right, up] of shifts) {
      const view = {
        x: aside + right * (aside - margin) - bounds.x * zoom,
        y: above - up * (above - margin) - bounds.y * zoom,
        zoom,
      }
      if (isClear(corners, view, size)) return view
    }
  }
  return even
}

/** The initial viewport: the whole flow, or its beginning if the whole would be illegible in a narrow viewport. */
export function firstView(scene: SceneLayout & Pick<SceneData, 'start'>, size: Size): Viewport {
  const whole = wholeView(scene, size)
  const start = scene.start === -1 ? undefined : boxAt(scene, scene.start)
  if (size.width >= narrow || whole.zoom >= readable || start === undefined) return whole
  const { bounds } = scene
  const fits = bounds.height * readable <= size.height * (1 - 2 * padding)
  const middle = fits ? bounds.y + bounds.height / 2 : start.y + start.height / 2
  const y = size.height / 2 - middle * readable
  // If the controls would cover the first card, the flow begins beside them.
  const isCovered = (start.y + start.height) * readable + y > size.height - thumbControls.height
  const left = isCovered ? thumbControls.width : gap
  return { x: left - start.x * readable, y, zoom: readable }
}

/** A viewport aligned to whole device pixels: mounted and painted elements then coincide. */
export const onPixels = ({ x, y, zoom }: Viewport, ratio: number): Viewport => ({
  x: Math.round(x * ratio) / ratio,
  y: Math.round(y * ratio) / ratio,
  zoom,
})
