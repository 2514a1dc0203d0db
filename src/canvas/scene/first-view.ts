import { boxAt, isStepAt, middleOf, nodeCountOf, type SceneData } from './scene.ts'
import { canvasViewOf, minZoom, type PartView, type Size, type ViewPart, type Viewport } from './viewport.ts'
import { overlaps, paintMargin, union, type Box } from '#canvas/geometry/box-geometry.ts'
import { detailOf } from '#canvas/geometry/detail.ts'
import { tileAt } from '#canvas/model/tile-box.ts'
import { DisjointSets } from '#flow/graph/parts.ts'

/** Share of the names from which the whole flow is shown. */
const minShareOfNames = 0.8
/** Zooms of the start of a flow: compact cards, then the largest and the smallest tiles, with names beside them. */
const startZooms = [0.45, 0.25, 0.15] as const
/** Minimum zoom of a whole flow in a narrow viewport: below it, names crowd around their tiles. */
const minNarrowZoom = 0.25
/** How many times as many names a smaller view must show, and how many times as large as the whole a start must be. */
const minGain = 1.15
/** Minimum area of the window per step, in square pixels: no real flow with less has names for most of its steps. */
const minStepArea = 1_200
/** Maximum steps for which views are compared: to count names in a larger flow takes too long. */
const maxCompared = 2_000
/** Free pixels around the start of a flow, if its cards have their names inside. */
const cardGap = 16
/** Share of the viewport that the title of a group or note may take before the first card, and other cards too. */
const leadShare = 0.25
/** Between which shares of the height the first card is. */
const startRange = [0.2, 0.75] as const
/** Steps along the edges that may be in sight: a row of cards has fewer in any window. */
const maxColumns = 16

/** The area of minimap and controls at the lower left, with a margin; below `notBelow` px there is no map. */
const map = { width: 244, height: 138, notBelow: 560 }
const controls = { width: 54, height: 168 }
/** Viewports narrower than this are phones and tablets, where controls have touch size. */
const narrow = 960
const thumbControls = { width: 64, height: 236 }
/** Free pixels around a flow that is moved away from them. */
const margin = paintMargin
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

type SceneLayout = Pick<SceneData, 'bounds' | 'boxes' | 'kinds'>
/** The columns from which the first viewport is computed. */
export type ViewColumns = SceneLayout & Pick<SceneData, 'start' | 'from' | 'to' | 'spacing'>

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

/** The box around all nodes that are connected with the start, in any direction. Linear. */
function boundsOfComponent({ start, from, to, boxes, kinds }: ViewColumns): Box {
  const sets = new DisjointSets(kinds.length)
  for (const [edge, source] of from.entries()) sets.join(source, to[edge] ?? source)
  const root = sets.rootOf(start)
  let bounds = boxAt({ boxes }, start)
  for (const nodeIndex of kinds.keys())
    if (sets.rootOf(nodeIndex) === root) bounds = union(bounds, boxAt({ boxes }, nodeIndex))
  return bounds
}

/** The first card with the titles of the groups and notes that it is in, unless they begin far from it. */
function startWithTitles(scene: ViewColumns, room: Size): Box {
  const card = boxAt(scene, scene.start)
  const { x, y } = middleOf(card)
  let box = card
  for (const nodeIndex of scene.kinds.keys()) {
    if (isStepAt(scene, nodeIndex)) continue
    const frame = boxAt(scene, nodeIndex)
    const isAround = frame.x <= x && x <= frame.x + frame.width && frame.y <= y && y <= frame.y + frame.height
    const isNear = card.x - frame.x <= room.width * leadShare && card.y - frame.y <= room.height * leadShare
    if (isAround && isNear) box = union(box, { x: frame.x, y: frame.y, width: 0, height: 0 })
  }
  return box
}

/**
 * The box around the start and as much of the way on as has room: first the nodes that follow it, nearest first, then
 * others that are connected with these, such as the model of an agent. Linear.
 */
function startArea(scene: ViewColumns, room: Size): Box {
  const { from, to, start } = scene
  let area = startWithTitles(scene, room)
  const left = boxAt(scene, start).x - room.width * leadShare
  const included = new Uint8Array(nodeCountOf(scene))
  included[start] = 1
  const include = (nodeIndex: number): boolean => {
    const box = boxAt(scene, nodeIndex)
    const wider = union(area, box)
    const fits = wider.width <= room.width && wider.height <= room.height && box.x >= left
    if (fits) area = wider
    return fits
  }
  const isNew = (nodeIndex: number): boolean => included[nodeIndex] === 0
  for (const isBackward of [false, true])
    for (let column = 0; column < maxColumns; column += 1) {
      const next: number[] = []
      for (const [edge, source] of from.entries()) {
        const target = to[edge] ?? source
        if (!isNew(source) && isNew(target) && include(target)) next.push(target)
        else if (isBackward && isNew(source) && !isNew(target) && include(source)) next.push(source)
      }
      for (const nodeIndex of next) included[nodeIndex] = 1
      if (next.length === 0) break
    }
  return area
}

/** The start of the flow at a zoom, with the way on in sight. */
function startView(scene: ViewColumns, size: Size, zoom: number): Viewport {
  const gap = detailOf(zoom) === 'far' ? margin : cardGap
  const room = { width: (size.width - 2 * gap) / zoom, height: (size.height - 2 * gap) / zoom }
  const area = startArea(scene, room)
  // Flow and component stay centred if they fit, so that reading on needs one direction only; one that does not go on
  // below is read from the left.
  const component = boundsOfComponent(scene)
  const inHeight = [scene.bounds, component].find(({ height }) => height <= room.height)
  const inWidth = [scene.bounds, ...(component.height > room.height ? [component] : [])].find(
    ({ width }) => width <= room.width,
  )
  const x = inWidth === undefined ? gap - area.x * zoom : size.width / 2 - middleOf(inWidth).x * zoom
  const card = boxAt(scene, scene.start)
  const centred = size.height / 2 - middleOf(inHeight ?? area).y * zoom
  // The start is never at the edge of the window, even if the flow goes on far above or below it.
  const [highest, lowest] = startRange.map((share) => share * size.height - middleOf(card).y * zoom)
  const y = Math.min(Math.max(centred, highest ?? centred), lowest ?? centred)
  // If controls or minimap would cover the first card, the flow begins beside them.
  const covers = [size.width < narrow ? thumbControls : controls, ...(size.width < map.notBelow ? [] : [map])]
  const beside = covers
    .filter((cover) => (card.y + card.height) * zoom + y > size.height - cover.height)
    .map((cover) => cover.width - card.x * zoom)
  return { x: Math.max(x, ...beside), y, zoom }
}

/** Maximum number of readable names in a viewport: 0 where steps are marks, or so many that most have no room. */
function mostNames(scene: ViewColumns, { x, y, zoom }: Viewport, { width, height }: Size): number {
  if (detailOf(zoom) === 'far' && tileAt(zoom, scene.spacing) === null) return 0
  const window = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom }
  let inSight = 0
  for (const nodeIndex of scene.kinds.keys())
    if (isStepAt(scene, nodeIndex) && overlaps(boxAt(scene, nodeIndex), window)) inSight += 1
  return inSight * minStepArea <= width * height ? inSight : 0
}

/** Readable names, as they are painted. */
export interface NameCounts {
  /** Steps of the flow. */
  steps: number
  /** Number of readable names in a viewport. */
  count: (view: Viewport) => number
}

/** A start, and the number of its readable names. */
interface CountedStart {
  view: PartView
  names: number
}

/**
 * The start in which most names can be read: the largest, unless a smaller one shows more than `minimum` names and
 * `minGain` times as many. `most`: maximum number of names in a viewport, cheaper than counting them.
 */
function bestStart(
  scene: ViewColumns,
  size: Size,
  wholeZoom: number,
  { minimum, most, count }: { minimum: number; most: (view: Viewport) => number; count: NameCounts['count'] },
): CountedStart {
  const startAt = (zoom: number): PartView => ({ ...startView(scene, size, zoom), part: 'start' })
  const [large, ...others] = startZooms
  const smaller = size.width < narrow ? [] : others
  const view = startAt(large)
  let best: CountedStart = { view, names: count(view) }
  for (const zoom of smaller) {
    if (zoom <= minGain * wholeZoom) break
    const next = startAt(zoom)
    const enough = Math.max(minimum, minGain * best.names)
    const names = most(next) > enough ? count(next) : 0
    if (names > enough) best = { view: next, names }
  }
  return best
}

/**
 * The first viewport: the whole flow if most names are readable there, else the start or the whole, whichever shows more
 * names. `chosen`: what the user chose; null = nothing.
 */
export function firstView(scene: ViewColumns, size: Size, chosen: ViewPart | null, names: NameCounts): PartView {
  const whole: PartView = { ...wholeView(scene, size), part: 'whole' }
  const [large, , small] = startZooms
  if (chosen === 'whole' || scene.start === -1 || whole.zoom >= large) return whole
  const isTooSmall = (view: Viewport) => size.width < narrow && view.zoom < minNarrowZoom
  const most = (view: Viewport): number =>
    names.steps > maxCompared || isTooSmall(view) ? 0 : mostNames(scene, view, size)
  const inWhole = chosen === null && most(whole) > 0 ? names.count(whole) : 0
  if (inWhole > 0 && inWhole >= minShareOfNames * names.steps) return whole
  /** What a start has to exceed. */
  const minimum = whole.zoom < small ? inWhole / minGain : inWhole
  const best = bestStart(scene, size, whole.zoom, { minimum, most, count: names.count })
  return inWhole > 0 && minimum >= best.names ? whole : best.view
}
