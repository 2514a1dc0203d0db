/** Measures the names of one flow at one zoom, in the browser. */
import type { Edge, Node } from '#contract/flow.ts'
import { layeredLayout } from '#flow/layered/layered-layout.ts'
import { detailOf } from '#canvas/geometry/detail.ts'
import type { Box } from '#canvas/geometry/box-geometry.ts'
import { canvasPlan } from '#canvas/model/canvas-plan.ts'
import { noEmphasis } from '#canvas/model/emphasis.ts'
import { hasPositions, layoutOptionsOf } from '#canvas/model/placement.ts'
import { stepZoom, tileBoxOf, tileSideAt } from '#canvas/model/tile-box.ts'
import { nameRoom } from '#canvas/paint/names/compact-card.ts'
import { placeNames } from '#canvas/paint/names/name-places.ts'
import { nameFont, type PlacedName } from '#canvas/paint/names/name-boxes.ts'
import { drawingOf, isStep, type DrawnNode, type Drawing } from '#canvas/paint/drawing.ts'
import { paintFlow } from '#canvas/paint/paint-flow.ts'
import { CanvasPen } from '#canvas/pen/canvas-pen.ts'
import { colours, type ColourPalette } from '#canvas/pen/palette.ts'
import { fontFamilies } from '#canvas/pen/pen.ts'
import { bitmapSizeOf, contextOf, paintView } from '#canvas/tiles/paint-view.ts'
import { viewFor } from '#canvas/tiles/tile-cover.ts'
import type { TileView } from '#canvas/tiles/tile-messages.ts'
import { densestPoint } from '#bench/placed-flow.ts'
import { coveredTexts } from './covered-texts.ts'
import { recordingPen } from './recording-pen.ts'

/** The window of a laptop, without the page around the canvas. */
const windowSize = { width: 1200, height: 800 }
/** Space around a flow that is fitted, on each side, in screen pixels. */
const fitPadding = 40
/** Zooms within a step, as multiples of its lowest: names keep their places up to 9% above it. */
const factors = [1, 1.04, 1.085]
/** Zooms of other steps, at which a flow is painted to make it forget the places at the measured one. */
const otherZooms = [0.25, 0.28, 0.33, 0.36, 0.4, 0.43, 0.47, 0.51, 0.56]

export interface Flow {
  nodes: readonly Node[]
  edges: readonly Edge[]
}

export interface ZoomPlan {
  /** Null = the whole flow fits. */
  zoom: number | null
  /** Windows of the walk, and rounds of measuring times. */
  windows: number
  rounds: number
}

/** Figures at one zoom; times in ms. */
export interface ZoomFigures {
  zoom: number
  /** Steps for which a name was placed, or has no room. */
  steps: number
  names: number
  covered: string[]
  cut: string[]
  /** Names in compact cards that end with "…", because they have no place as a whole. */
  cutInside: string[]
  /** Names in another place than in the previous window. */
  moved: number
  /** Placing names in a view that opens, and after the zoom changed by a step. */
  firstMs: number
  placeMs: number
  /** Painting with names, including placing them, and without. */
  paintMs: number
  plainMs: number
}

/** Grey for everything: colours cost the same. */
const palette: ColourPalette = new Map(colours.map((colour) => [colour, 'rgb(128 128 128)']))

let drawing: Drawing | null = null
let measuring = new CanvasPen(contextOf(1, 1), palette)

const isFlow = (value: unknown): value is Flow => typeof value === 'object' && value !== null && 'nodes' in value

/** Lays out a flow (JSON of `Flow`) as the worker does; returns its number of nodes. */
export async function openFlow(json: string): Promise<number> {
  const flow: unknown = JSON.parse(json)
  if (!isFlow(flow)) throw new Error('Not a flow.')
  const { nodes, edges } = flow
  const placement = hasPositions(nodes) ? 'given' : 'auto'
  const { layoutInput, draw } = canvasPlan({ nodes, edges, validation: [] }, placement)
  drawing = drawingOf(draw(layoutInput && layeredLayout(layoutInput, layoutOptionsOf(placement) ?? {})))
  const letters = [...new Set(nodes.flatMap(({ name, notes, id }) => [...`${name}${notes}${id}…`]))].join('')
  for (const weight of [400, 500, 600]) await document.fonts.load(`${weight} 11px ${fontFamilies.sans}`, letters)
  if (!document.fonts.check(`500 11px 'IBM Plex Sans Variable'`)) throw new Error('The font could not be loaded.')
  measuring = new CanvasPen(contextOf(1, 1), palette)
  return drawing.nodes.length
}

const fitZoom = ({ width, height }: Box): number =>
  Math.min(1, (windowSize.width - 2 * fitPadding) / width, (windowSize.height - 2 * fitPadding) / height)

/** What the canvas paints for a window around a point. */
function viewAround({ bounds }: Drawing, { x, y }: { x: number; y: number }, zoom: number): TileView | null {
  const { width, height } = windowSize
  return viewFor({ x: width / 2 - x * zoom, y: height / 2 - y * zoom, zoom, width, height, ratio: 1 }, bounds)
}

/** Windows of a random walk from a point, at most half a window apart: a pan. */
function walkFrom(flow: Drawing, start: { x: number; y: number }, zoom: number, count: number): TileView[] {
  const { x, y, width, height } = flow.bounds
  let [seed, at] = [7, start]
  // A linear congruential generator (Numerical Recipes): the walk is the same in every run.
  const random = () => (seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32
  const within = (value: number, from: number, length: number) => Math.min(Math.max(value, from), from + length)
  return Array.from({ length: count }, () => {
    const view = viewAround(flow, at, zoom)
    at = {
      x: within(at.x + ((random() - 0.5) * windowSize.width) / zoom, x, width),
      y: within(at.y + ((random() - 0.5) * windowSize.height) / zoom, y, height),
    }
    return view
  }).filter((view) => view !== null)
}

const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 })

const placeText = (name: PlacedName | null): string =>
  name === null ? '' : `${name.side} ${name.dx} ${name.dy} ${name.lines.join('\n')}`

/** Places names window by window; returns how many are elsewhere than before. */
function movedIn(flow: Drawing, views: readonly TileView[]): number {
  const before = new Map<number, string>()
  let moved = 0
  for (const { area, zoom } of views)
    for (const [index, name] of placeNames(flow, area, zoom, measuring).names) {
      const place = placeText(name)
      if (before.has(index) && before.get(index) !== place) moved += 1
      before.set(index, place)
    }
  return moved
}

const scaled = ({ x, y, width, height }: Box, zoom: number): Box => ({
  x: x * zoom,
  y: y * zoom,
  width: width * zoom,
  height: height * zoom,
})

/** Tiles or cards as painted in an area; none where steps are marks, which names may cover. */
function solidsAt(flow: Drawing, zoom: number, area: Box): { name: string; box: Box }[] {
  const { nodes, spacing } = flow
  const isFar = detailOf(zoom) === 'far'
  const side = isFar ? tileSideAt(stepZoom(zoom), spacing) : null
  if (isFar && side === null) return []
  // Compact cards grow for long names.
  const { names } = placeNames(flow, area, zoom, measuring)
  return nodes.flatMap((node, index) => {
    if (!isStep(node)) return []
    const { x, y, width, height } = scaled(side === null ? node.box : tileBoxOf(node.box, side / zoom), zoom)
    const grow = detailOf(zoom) === 'compact' ? (names.get(index)?.grow ?? 0) : 0
    return {
      name: [node.name, ...node.shape.rows.map(({ label }) => label)].join('\n').replaceAll(/\s+/g, ' '),
      box: { x, y: y - grow / 2, width, height: height + grow },
    }
  })
}

/** Texts that cover something anywhere on the walk, at every zoom of the step. */
function coveredOn(flow: Drawing, views: readonly TileView[]): string[] {
  const found = new Set<string>()
  for (const factor of factors)
    for (const { area, zoom } of views) {
      const painted = stepZoom(zoom) * factor
      const { pen, texts } = recordingPen((text, font) => measuring.measure(text, font), painted)
      paintFlow(pen, flow, area, { zoom: painted, ratio: 1 })
      for (const pair of coveredTexts(texts, solidsAt(flow, painted, area))) found.add(`${pair} at ${factor}`)
    }
  return [...found]
}

const withoutSpaces = (text: string): string => text.replaceAll(/\s+/g, '')

const isWhole = (node: DrawnNode, { lines }: PlacedName): boolean =>
  withoutSpaces(lines.join('')) === withoutSpaces(node.name)

/** Whether a name is cut on purpose, and says so: in a card, because it has no place as a whole. */
const isCutInside = (node: DrawnNode, name: PlacedName): boolean =>
  name.side === 'inside' && !isWhole(node, name) && name.lines.at(-1)?.endsWith('…') === true

/** Whether a name is not shown whole: letters are missing without "…" in a card, or lines are wider than their place. */
function isCut(node: DrawnNode, name: PlacedName, zoom: number): boolean {
  const { lines, width, side } = name
  if (!isCutInside(node, name) && !isWhole(node, name)) return true
  const widest = Math.max(...lines.map((line) => measuring.measure(line, nameFont)))
  const room = side === 'inside' ? nameRoom(node, zoom) : width
  return widest > Math.min(width, room) + 0.01
}

/** The same flow without names and titles. */
const nameless = ({ nodes, ...flow }: Drawing): Drawing => ({
  ...flow,
  nodes: nodes.map((node) => ({ ...node, name: node.kind === 'group' ? ' ' : '', text: '' })),
})

/** A canvas that paints views of one size, and waits until they are pixels. */
function painterFor(view: TileView): (flow: Drawing) => number {
  const context = contextOf(...bitmapSizeOf(view))
  const pen = new CanvasPen(context, palette)
  const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  return (flow) => {
    const emphasis = noEmphasis(flow.nodes.length, flow.edges.length)
    const began = performance.now()
    const { bitmap } = paintView({ context, pen }, { drawing: flow, emphasis, palette }, view, true)
    pixel?.drawImage(bitmap, 0, 0)
    pixel?.getImageData(0, 0, 1, 1)
    const ms = performance.now() - began
    bitmap.close()
    return ms
  }
}

/** Makes a flow forget the places at a zoom: those of a few other steps are kept instead. */
function forget(flow: Drawing, zoom: number): void {
  const { pen } = recordingPen(() => 1, 1)
  const nowhere = { x: flow.bounds.x - 1e6, y: flow.bounds.y - 1e6, width: 1, height: 1 }
  for (const other of otherZooms)
    if (stepZoom(other) !== stepZoom(zoom)) paintFlow(pen, flow, nowhere, { zoom: other, ratio: 1 })
}

const timed = (act: () => unknown): number => {
  const began = performance.now()
  act()
  return performance.now() - began
}

function timesOf(flow: Drawing, view: TileView, rounds: number) {
  const [paint, plain] = [painterFor(view), nameless(flow)]
  const measured: Record<'place' | 'paint' | 'plain', number[]> = { place: [], paint: [], plain: [] }
  // Warm caches: crossings of edges, icons, widths.
  for (const one of [flow, plain, flow, plain]) paint(one)
  for (let round = 0; round < rounds; round += 1) {
    forget(flow, view.zoom)
    const place = timed(() => placeNames(flow, view.area, view.zoom, measuring))
    measured.place.push(place)
    measured.paint.push(place + paint(flow))
    measured.plain.push(paint(plain))
  }
  // The fastest round: other load only adds.
  return {
    placeMs: Math.min(...measured.place),
    paintMs: Math.min(...measured.paint),
    plainMs: Math.min(...measured.plain),
  }
}

/** Null where cards show their own names. */
export function measureZoom({ zoom: given, windows, rounds }: ZoomPlan): ZoomFigures | null {
  if (drawing === null) throw new Error('No flow is open.')
  const zoom = given ?? fitZoom(drawing.bounds)
  if (detailOf(zoom) !== 'far' && detailOf(zoom) !== 'compact') return null
  const cards = drawing.nodes.filter(isStep).map(({ box }) => box)
  const shown = { width: windowSize.width / zoom, height: windowSize.height / zoom }
  const start = given === null ? middleOf(drawing.bounds) : densestPoint(cards, shown)
  const views = walkFrom(drawing, start, zoom, given === null ? 1 : windows)
  const [view] = views
  if (view === undefined) return null
  const fresh = { ...drawing }
  const firstMs = timed(() => placeNames(fresh, view.area, zoom, new CanvasPen(contextOf(1, 1), palette)))
  const moved = movedIn(drawing, views)
  const { names } = placeNames(drawing, view.area, zoom, measuring)
  const shownNames = [...names].filter(([, name]) => name !== null)
  const { nodes } = drawing
  const namesFor = (test: (node: DrawnNode, name: PlacedName) => boolean): string[] =>
    [...names].flatMap(([index, name]) => {
      const node = nodes[index]
      return node !== undefined && name !== null && test(node, name) ? node.name : []
    })
  return {
    zoom,
    steps: names.size,
    names: shownNames.length,
    covered: coveredOn(drawing, views),
    cut: namesFor((node, name) => isCut(node, name, stepZoom(zoom))),
    cutInside: namesFor(isCutInside),
    moved,
    firstMs,
    ...timesOf(drawing, view, rounds),
  }
}
