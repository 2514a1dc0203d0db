/** Paints edges: their lines, arrowheads and texts, and their style from path, difference and run. Canvas pixels. */
import { expandBox, overlaps, type Box, type Point } from '#canvas/geometry/box-geometry.ts'
import { BoxCells } from '#canvas/geometry/box-cells.ts'
import { cutCorners } from '#canvas/geometry/cut-corners.ts'
import { crossingsOf, piecesOf, type Crossing } from '#canvas/geometry/edge-crossings.ts'
import { stepZoom } from '#canvas/geometry/detail.ts'
import { tileBoxOf } from '#canvas/model/tile-box.ts'
import { tileCorners } from '#canvas/geometry/tile-edge.ts'
import { groupBy } from '#canvas/model/canvas-graph.ts'
import { isContainer } from '#canvas/model/card-rows.ts'
import { differenceKinds, hasEmphasis, type DifferenceKind, type Emphasis } from '#canvas/model/emphasis.ts'
import { fontRenewals } from '#canvas/pen/fonts.ts'
import type { Colour } from '#canvas/pen/palette.ts'
import type { Font, Pen, Stroke } from '#canvas/pen/pen.ts'
import type { Brush } from './brush.ts'
import type { DrawnEdge, Drawing } from './drawing.ts'
import { changeColour } from './paint-change.ts'

/** Arrowheads, texts and wide lines extend beyond the boxes of edges; canvas pixels, and screen pixels at low zoom. */
const margin = 24

/** Opacity of edges that a run did not take. */
const untakenOpacity = 0.45
/** Minimum width on the screen of an edge of width 1.5; in proportion for other widths, which are at least 1. */
const minLineWidth = 1.1
/** Side length of turns on the screen between tiles. */
const tileTurn = 6
/** Half of the gap on the screen in an edge that another one crosses. */
const halfGap = 4
/** Sides on the screen of the square at a part. */
const partSquare = 4
/** Edges of one style among marks that are painted as strokes; more are hairlines, darker where many run together. */
const maxOpaque = 400
const denseOpacity = 0.55

/** Texts of edges keep their size on the screen. */
const textSize = 10
/** Distance on the screen of a text from the turn or tile before it, and of its baseline from the line. */
const textGap = 8
const textRise = 4
/** Maximum width on the screen of a text at an edge that is not chosen. */
const maxTextWidth = 120
/** Zoom from which a loop is close enough to be followed without words. */
const nextItemZoom = 0.6
const nextItem = 'next item'
/** Maximum comparisons of a text with what is near it: beyond that, in a hostile flow, branches have no names. */
const maxComparisons = 1_000_000

/** Style of an edge from path, difference and run, in this order of precedence. */
interface EdgeStyle {
  colour: Colour
  width: number
  dash: readonly number[] | null
  opacity: number
}

function edgeStyle({ fault, course }: DrawnEdge, byte: number, change: DifferenceKind, dimOpacity: number): EdgeStyle {
  const base: EdgeStyle = {
    colour: fault ? 'bad-solid' : 'edge',
    // An edge from a part to its owner is thinner than an edge that runs follow.
    width: course.attached ? 1 : 1.5,
    dash: fault ? [2, 3] : course.back ? [5, 4] : null,
    opacity: 1,
  }
  if (hasEmphasis(byte, 'chosen')) return { ...base, width: 2.5, colour: fault ? base.colour : 'accent' }
  if (change === 'added') return { ...base, width: 2.5, colour: 'ok' }
  if (change === 'removed') return { ...base, width: 2, colour: 'bad-solid', dash: [6, 4] }
  if (change === 'changed') return { ...base, width: 2.5, colour: 'warn' }
  const opacity = hasEmphasis(byte, 'untaken')
    ? untakenOpacity
    : hasEmphasis(byte, 'dim') || change === 'same'
      ? dimOpacity
      : 1
  if (hasEmphasis(byte, 'taken') && !fault) return { ...base, width: 2, colour: 'accent', opacity }
  return { ...base, opacity }
}

/** Zoom, and side of tiles in canvas pixels (`Brush`). */
type Form = Pick<Brush, 'zoom' | 'tile' | 'detail'>

/** The tile of a node; null if it is drawn otherwise. */
function tileOf({ nodes }: Drawing, nodeIndex: number, side: number): Box | null {
  const node = nodes[nodeIndex]
  if (node === undefined || node.kind === 'note' || node.kind === 'group' || isContainer(node)) return null
  return tileBoxOf(node.box, side)
}

/** The corners of an edge in its form: between tiles or cards. */
function cornersIn(
  { tile, zoom }: Form,
  drawing: Drawing,
  { course, source, target, fan }: DrawnEdge,
): readonly Point[] {
  if (tile === null) return course.corners
  const [from, to] = [tileOf(drawing, source, tile), tileOf(drawing, target, tile)]
  return tileCorners(course, { from, to, fan, pixel: 1 / zoom })
}

const crossingsByDrawing = new WeakMap<Drawing, Map<number, Crossing[]>>()

function crossingsIn(drawing: Drawing): Map<number, Crossing[]> {
  const crossings = crossingsByDrawing.get(drawing) ?? crossingsOf(drawing.edges)
  crossingsByDrawing.set(drawing, crossings)
  return crossings
}

/** The stroke of a style, at least a pixel of the screen wide; dashes keep their length on the screen when zoomed out. */
function strokeOf({ zoom }: Brush, { colour, width, dash }: EdgeStyle): Stroke {
  const wide = Math.max(width, Math.max(1, (width / 1.5) * minLineWidth) / zoom)
  return dash === null
    ? { colour, width: wide }
    : { colour, width: wide, dash: dash.map((length) => length * Math.max(1, 1 / zoom)) }
}

/** An arrowhead with its tip at a point, to the right or the left. */
function paintArrow({ pen, zoom, tile }: Brush, { x, y }: Point, way: 1 | -1, colour: Colour): void {
  // 3 px high on either side between tiles and 4 px at cards, which grow beyond 100 %.
  const half = tile === null ? Math.max(4, 4 / zoom) : 3 / zoom
  const foot = x - way * half * 1.75
  pen.polygon(
    [
      { x: foot, y: y - half },
      { x, y },
      { x: foot, y: y + half },
    ],
    colour,
  )
}

/** The longest stretch of a back edge that leads back, from right to left; null if it is shorter than `least`. */
function returnStretch(corners: readonly Point[], least: number): { left: number; right: number; y: number } | null {
  let longest = { left: 0, right: 0, y: 0 }
  for (const [index, { x, y }] of corners.entries()) {
    const next = corners[index + 1] ?? { x, y }
    if (x - next.x > longest.right - longest.left) longest = { left: next.x, right: x, y }
  }
  return longest.right - longest.left < least ? null : longest
}

interface PlacedEdge {
  edge: DrawnEdge
  index: number
  byte: number
  style: EdgeStyle
}

/** One edge with its ends. */
function paintEdge(brush: Brush, drawing: Drawing, { edge, index, style }: PlacedEdge, isWhole: boolean): void {
  const { pen, zoom, tile } = brush
  const { course } = edge
  const { colour, opacity } = style
  const stroke = strokeOf(brush, style)
  const corners = cornersIn(brush, drawing, edge)
  const [start, end] = [corners[0], corners.at(-1)]
  if (start === undefined || end === undefined) return
  const points = tile === null ? course.points : cutCorners(corners, tileTurn / zoom)
  // A level line between cards may get a turn at the tile, before its stretch.
  const added = corners.length > course.corners.length ? 2 : 0
  const crossings = (isWhole ? [] : (crossingsIn(drawing).get(index) ?? [])).map(({ stretch, at }) => ({
    stretch: stretch + added,
    at,
  }))
  const draw = () => {
    for (const piece of crossings.length === 0 ? [points] : piecesOf(points, crossings, halfGap / zoom))
      pen.lines(piece, stroke)
    if (course.attached) {
      const side = partSquare / zoom
      const isBelow = (corners[1]?.y ?? start.y) < start.y
      pen.box({ x: start.x - side / 2, y: isBelow ? start.y - side : start.y, width: side, height: side }, 0, colour)
      return
    }
    paintArrow(brush, tile === null ? { x: end.x + 1, y: end.y } : end, 1, colour)
    const back = course.back ? returnStretch(corners, (2 * margin) / zoom) : null
    if (back !== null) paintArrow(brush, { x: (back.left + back.right) / 2 - 4 / zoom, y: back.y }, -1, colour)
  }
  if (opacity < 1) pen.withAlpha(opacity, null, draw)
  else draw()
}

export interface EdgeText {
  /** Index of the edge. */
  edge: number
  text: string
  /** Left end of its baseline. */
  x: number
  y: number
  font: Font
  box: Box
}

/** A brush or what texts need of it. */
type TextBrush = Form & { pen: Pick<Pen, 'measure'> }

/** A text whose line is at this point. */
function textAt({ pen, zoom }: TextBrush, edge: number, text: string, { x, y }: Point): EdgeText {
  const font: Font = { size: textSize / zoom, weight: 400, family: 'sans' }
  const baseline = y - textRise / zoom
  const box = { x, y: baseline - font.size, width: pen.measure(text, font), height: font.size * 1.2 }
  return { edge, text, x, y: baseline, font, box }
}

/**
 * Where a text is at its edge: a branch's name at the last or first level stretch, "next item" to the right or left of
 * the arrowhead halfway.
 */
type TextSpot = 'last' | 'first' | 'right' | 'left'

interface SpottedText {
  edge: number
  spot: TextSpot
}

/** The text at a spot; null if the edge has no line, or no name. */
function textOn(brush: TextBrush, drawing: Drawing, { edge: index, spot }: SpottedText): EdgeText | null {
  const edge = drawing.edges[index]
  if (edge === undefined) return null
  const { zoom } = brush
  const corners = cornersIn(brush, drawing, edge)
  if (spot === 'right' || spot === 'left') {
    const back = returnStretch(corners, 0)
    if (back === null) return null
    const right = textAt(brush, index, nextItem, { x: (back.left + back.right + 20 / zoom) / 2, y: back.y })
    if (spot === 'right') return right
    return textAt(brush, index, nextItem, { x: right.x - right.box.width - 20 / zoom, y: back.y })
  }
  const [start, before, end] = [corners[0], corners.at(-2), corners.at(-1)]
  if (edge.branch === '' || start === undefined || before === undefined || end === undefined) return null
  const gap = textGap / zoom
  const at = spot === 'last' ? { x: before.x + gap, y: end.y } : { x: start.x + gap / 4, y: start.y }
  return textAt(brush, index, edge.branch, at)
}

/** Spots with room for a branch's name: the last level stretch of its edge; for the highest branch, the first one too. */
function branchSpots(brush: TextBrush, drawing: Drawing, index: number, isHighest: boolean): TextSpot[] {
  const edge = drawing.edges[index]
  if (edge === undefined || edge.branch === '') return []
  const corners = cornersIn(brush, drawing, edge)
  const [start, first, before, end] = [corners[0], corners[1], corners.at(-2), corners.at(-1)]
  if (start === undefined || first === undefined || before === undefined || end === undefined) return []
  const gap = textGap / brush.zoom
  const { width } = textAt(brush, index, edge.branch, end).box
  if (width > maxTextWidth / brush.zoom) return []
  const spots: TextSpot[] = end.x - before.x < width + 2 * gap ? [] : ['last']
  if (isHighest && corners.length > 2 && first.x - start.x >= width + gap / 2) spots.push('first')
  return spots
}

/** The names of branches between tiles, none over a tile or another name. */
function branchTexts(brush: TextBrush & { tile: number }, drawing: Drawing): SpottedText[] {
  const filled = new BoxCells(maxTextWidth / brush.zoom)
  for (const nodeIndex of drawing.nodes.keys()) {
    const tile = tileOf(drawing, nodeIndex, brush.tile)
    if (tile !== null) filled.add(tile)
  }
  const highest = new Map<number, number>()
  for (const { source, fan } of drawing.edges) highest.set(source, Math.min(fan, highest.get(source) ?? fan))
  return drawing.edges.flatMap(({ source, fan }, index) => {
    for (const spot of branchSpots(brush, drawing, index, fan === highest.get(source))) {
      const placed = textOn(brush, drawing, { edge: index, spot })
      if (placed === null || filled.comparisons > maxComparisons || !filled.isFree(placed.box)) continue
      filled.add(placed.box)
      return { edge: index, spot }
    }
    return []
  })
}

/** "next item" beside the arrowhead halfway, where no edge crosses it, if the stretch is long enough. */
function loopTexts(brush: TextBrush, drawing: Drawing): SpottedText[] {
  return drawing.edges.flatMap((edge, index) => {
    if (!edge.nextItem) return []
    const corners = cornersIn(brush, drawing, edge)
    const back = returnStretch(corners, maxTextWidth / brush.zoom)
    if (back === null) return []
    const crossings = crossingsIn(drawing).get(index) ?? []
    const isClear = (spot: TextSpot) => {
      const { x = 0, width = 0 } = textOn(brush, drawing, { edge: index, spot })?.box ?? {}
      return !crossings.some(({ stretch, at }) => corners[stretch]?.y === back.y && at > x && at < x + width)
    }
    return { edge: index, spot: !isClear('right') && isClear('left') ? 'left' : 'right' }
  })
}

/** Maximum steps of the zoom whose texts are kept for one flow. */
const maxSteps = 6
const textsByDrawing = new WeakMap<Drawing, Map<string, SpottedText[]>>()

/** The spots of all texts at the step of a zoom: within a step no text appears or moves, as with names. */
function spottedTexts({ pen, zoom, tile, detail }: TextBrush, drawing: Drawing): SpottedText[] {
  const known = textsByDrawing.get(drawing) ?? new Map<string, SpottedText[]>()
  textsByDrawing.set(drawing, known)
  const step = stepZoom(zoom)
  const side = tile === null ? null : (tile * zoom) / step
  const key = `${step} ${side} ${fontRenewals()}`
  const brush = { pen, zoom: step, detail }
  const texts = known.get(key) ?? [
    ...loopTexts({ ...brush, tile: side }, drawing),
    ...(side === null ? [] : branchTexts({ ...brush, tile: side }, drawing)),
  ]
  if (known.size >= maxSteps) known.clear()
  known.set(key, texts)
  return texts
}

/** The texts painted at edges that are not chosen; other texts keep off their boxes. */
export function edgeTexts(brush: TextBrush, drawing: Drawing): EdgeText[] {
  const { zoom, tile, detail } = brush
  if (zoom >= nextItemZoom || (detail === 'far' && tile === null)) return []
  return spottedTexts(brush, drawing).flatMap((text) => textOn(brush, drawing, text) ?? [])
}

function paintTexts(brush: Brush, drawing: Drawing, area: Box, layers: readonly PlacedEdge[][]): void {
  const texts = edgeTexts(brush, drawing)
  const named = new Set(texts.map(({ edge }) => edge))
  for (const { index, byte } of layers.flat())
    if (hasEmphasis(byte, 'chosen') && !named.has(index)) {
      const text = textOn(brush, drawing, { edge: index, spot: 'last' })
      if (text !== null) texts.push(text)
    }
  for (const { text, x, y, font, box } of texts)
    if (overlaps(box, area)) brush.pen.text({ text, x, y, font, colour: 'text-2' })
}

/** Edges among marks: lines only, those of one colour together. */
function paintPlainEdges(brush: Brush, edges: readonly PlacedEdge[]): void {
  const linesByStyle = new Map<EdgeStyle, (readonly Point[])[]>()
  for (const { edge, style } of edges) {
    const lines = linesByStyle.get(style)
    if (lines === undefined) linesByStyle.set(style, [edge.course.corners])
    else lines.push(edge.course.corners)
  }
  for (const alike of groupBy(linesByStyle, ([{ colour, opacity }]) => `${colour} ${opacity}`).values()) {
    const [style] = alike[0] ?? []
    if (style === undefined) continue
    const lines = alike.flatMap(([, own]) => own)
    const { pen } = brush
    const stroke = strokeOf(brush, style)
    if (lines.length > maxOpaque) pen.hairlines(lines, stroke, style.opacity * denseOpacity)
    else pen.withAlpha(style.opacity, null, () => lines.forEach((line) => pen.lines(line, stroke)))
  }
}

/** The edges that cross the area, by layer, from below: back edges, others, emphasized ones. */
function layersOf(brush: Brush, { edges }: Drawing, area: Box, emphasis: Emphasis | null): PlacedEdge[][] {
  const visibleArea = expandBox(area, (brush.tile ?? 0) / 2 + margin * Math.max(1, 1 / brush.zoom))
  const [back, forward, emphasized]: [PlacedEdge[], PlacedEdge[], PlacedEdge[]] = [[], [], []]
  const styles = new Map<number, EdgeStyle>()
  for (const [index, edge] of edges.entries()) {
    if (!overlaps(edge.box, visibleArea)) continue
    const byte = emphasis?.edges[index] ?? 0
    const changeIndex = emphasis?.edgeChanges[index] ?? 0
    const change = differenceKinds[changeIndex] ?? 'none'
    const { back: isBack, attached } = edge.course
    const key = (byte * differenceKinds.length + changeIndex) * 8 + (edge.fault ? 4 : 0) + (attached ? 2 : 0) + +isBack
    const style = styles.get(key) ?? edgeStyle(edge, byte, change, brush.pen.dimOpacity)
    styles.set(key, style)
    const placed = { edge, index, byte, style }
    if (hasEmphasis(byte, 'chosen') || hasEmphasis(byte, 'taken') || changeColour(change) !== null)
      emphasized.push(placed)
    else (edge.course.back ? back : forward).push(placed)
  }
  return [back, forward, emphasized]
}

/** Paints the edges that cross the area. */
export function paintEdgesIn(brush: Brush, drawing: Drawing, area: Box, emphasis: Emphasis | null): void {
  const layers = layersOf(brush, drawing, area, emphasis)
  const [back = [], forward = [], emphasized = []] = layers
  if (brush.detail === 'far' && brush.tile === null) {
    paintPlainEdges(brush, [...back, ...forward])
    paintPlainEdges(brush, emphasized)
  } else for (const layer of layers) for (const placed of layer) paintEdge(brush, drawing, placed, layer === emphasized)
  paintTexts(brush, drawing, area, layers)
}
