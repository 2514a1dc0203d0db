/** Paints edges: their lines, arrowheads and texts, and their style from path, difference and run. Canvas pixels. */
import { expandBox, overlaps, type Box, type Point } from '#canvas/geometry/box-geometry.ts'
import { cutCorners } from '#canvas/geometry/cut-corners.ts'
import { BoxGrid } from '#canvas/geometry/box-grid.ts'
import { piecesOf } from '#canvas/geometry/edge-crossings.ts'
import { tileTurn } from '#canvas/geometry/tile-edge.ts'
import { stepZoom } from '#canvas/model/tile-box.ts'
import { groupBy } from '#canvas/model/canvas-graph.ts'
import { differenceKinds, hasEmphasis, type DifferenceKind, type Emphasis } from '#canvas/model/emphasis.ts'
import { fontRenewals } from '#canvas/pen/fonts.ts'
import type { Colour } from '#canvas/pen/palette.ts'
import type { Font, Pen, Stroke } from '#canvas/pen/pen.ts'
import type { Brush } from './brush.ts'
import type { DrawnEdge, Drawing } from './drawing.ts'
import { edgeFormOf, halfGap, tileOf, type EdgeForm, type Form } from './edge-form.ts'
import { changeColour } from './paint-change.ts'

/** Arrowheads, texts and wide lines extend beyond the boxes of edges; canvas pixels, and screen pixels at low zoom. */
const margin = 24

/** Opacity of edges that a run did not take. */
const untakenOpacity = 0.45
/** Minimum width on the screen of an edge of width 1.5; in proportion for other widths, which are at least 1. */
const minLineWidth = 1.1
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
/** Side on the screen of the cells in which texts and tiles are compared. */
const gridCell = 64
/** Maximum texts and tiles per cell: more have no room side by side. */
const maxTextsPerCell = 128

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

/** The stroke of a style, at least a pixel of the screen wide; dashes keep their length on the screen when zoomed out. */
function strokeOf({ zoom }: Brush, { colour, width, dash }: EdgeStyle): Stroke {
  const wide = Math.max(width, Math.max(1, (width / 1.5) * minLineWidth) / zoom)
  return dash === null
    ? { colour, width: wide }
    : { colour, width: wide, dash: dash.map((length) => length * Math.max(1, 1 / zoom)) }
}

/** An arrowhead with its tip at a point, to the right or the left. */
function paintArrow({ pen, zoom, tile }: Brush, { x, y }: Point, way: 1 | -1, colour: Colour): void {
  // 3 px high on either side between tiles and 4 px at cards, which grow beyond 100%.
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
  style: EdgeStyle
}

/** One edge with its ends. */
function paintEdge(brush: Brush, form: EdgeForm, { edge, index, style }: PlacedEdge, isWhole: boolean): void {
  const { pen, zoom, tile } = brush
  const { course } = edge
  const { colour, opacity } = style
  const stroke = strokeOf(brush, style)
  const corners = form.cornersOf(index)
  const [start, end] = [corners[0], corners.at(-1)]
  if (start === undefined || end === undefined) return
  const points = tile === null ? course.points : cutCorners(corners, tileTurn / zoom)
  const gaps = isWhole ? [] : form.gapsOf(index)
  const draw = () => {
    for (const piece of gaps.length === 0 ? [points] : piecesOf(points, gaps, halfGap / zoom)) pen.lines(piece, stroke)
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
  // Measured at the size on the screen, which is the same at all zooms: a width is measured once.
  const width = pen.measure(text, { ...font, size: textSize }) / zoom
  const box = { x, y: baseline - font.size, width, height: font.size * 1.2 }
  return { edge, text, x, y: baseline, font, box }
}

/** What the texts of a drawing are placed with. */
interface TextPlacing {
  brush: TextBrush
  drawing: Drawing
  form: EdgeForm
  /** The boxes that no further text may cover. */
  grid: BoxGrid
}

function placingFor(brush: TextBrush, drawing: Drawing): TextPlacing {
  const grid = new BoxGrid(gridCell / brush.zoom, maxTextsPerCell)
  const { tile } = brush
  if (tile !== null)
    for (const nodeIndex of drawing.nodes.keys()) {
      const box = tileOf(drawing, nodeIndex, tile)
      if (box !== null) grid.add(box)
    }
  return { brush, drawing, form: edgeFormOf(drawing, brush), grid }
}

/** The first text at a free place, which it takes. */
function placeText({ grid }: TextPlacing, candidates: readonly EdgeText[]): EdgeText[] {
  const placed = candidates.find(({ box }) => !grid.isTaken(box))
  if (placed === undefined) return []
  grid.add(placed.box)
  return [placed]
}

/** Places of a branch's name, at its last and its first level stretch, and whether these are long enough for it. */
function branchPlaces({ brush, drawing, form }: TextPlacing, index: number): { text: EdgeText; fits: boolean }[] {
  const edge = drawing.edges[index]
  if (edge === undefined || edge.branch === '') return []
  const corners = form.cornersOf(index)
  const [start, first, before, end] = [corners[0], corners[1], corners.at(-2), corners.at(-1)]
  if (start === undefined || first === undefined || before === undefined || end === undefined) return []
  const gap = textGap / brush.zoom
  const atEnd = textAt(brush, index, edge.branch, { x: before.x + gap, y: end.y })
  const { width } = atEnd.box
  const atStart = textAt(brush, index, edge.branch, { x: start.x + gap / 4, y: start.y })
  return [
    { text: atEnd, fits: end.x - before.x >= width + 2 * gap },
    { text: atStart, fits: corners.length > 2 && first.x - start.x >= width + gap / 2 },
  ]
}

/** The names of branches between tiles: at the last stretch; of the highest branch of a step also at its first. */
function branchTexts(placing: TextPlacing): EdgeText[] {
  const { edges } = placing.drawing
  const highest = new Map<number, number>()
  for (const { source, fan } of edges) highest.set(source, Math.min(fan, highest.get(source) ?? fan))
  return edges.flatMap(({ source, branch, fan }, index) => {
    if (branch === '') return []
    const places = branchPlaces(placing, index)
      .slice(0, fan === highest.get(source) ? 2 : 1)
      .flatMap(({ text, fits }) => (fits && text.box.width <= maxTextWidth / placing.brush.zoom ? text : []))
    return placeText(placing, places)
  })
}

/** "next item" beside the arrowhead halfway, where no edge crosses it if possible, if the stretch is long enough. */
function loopTexts(placing: TextPlacing): EdgeText[] {
  const { brush, drawing, form } = placing
  const { zoom } = brush
  return drawing.edges.flatMap((edge, index) => {
    if (!edge.nextItem) return []
    const corners = form.cornersOf(index)
    const back = returnStretch(corners, maxTextWidth / zoom)
    if (back === null) return []
    const behind = textAt(brush, index, nextItem, { x: (back.left + back.right + 20 / zoom) / 2, y: back.y })
    const { width } = behind.box
    const before = textAt(brush, index, nextItem, { x: behind.x - width - 20 / zoom, y: back.y })
    const crossings = form.crossingsOf(index)
    const isClear = ({ x }: EdgeText) =>
      !crossings.some(({ stretch, at }) => corners[stretch]?.y === back.y && at > x && at < x + width)
    return placeText(placing, !isClear(behind) && isClear(before) ? [before, behind] : [behind, before])
  })
}

/** The texts in a form, as long as no font is renewed. */
const textsByForm = new WeakMap<EdgeForm, { renewals: number; texts: readonly EdgeText[] }>()

/** The texts at the lowest zoom of a step. */
function textsOfStep(brush: TextBrush, drawing: Drawing): readonly EdgeText[] {
  const form = edgeFormOf(drawing, brush)
  const known = textsByForm.get(form)
  if (known?.renewals === fontRenewals()) return known.texts
  const placing = placingFor(brush, drawing)
  const texts = [...loopTexts(placing), ...(brush.tile === null ? [] : branchTexts(placing))]
  textsByForm.set(form, { renewals: fontRenewals(), texts })
  return texts
}

/**
 * The texts painted at edges that are not chosen; they overlap neither each other nor tiles. Within a step of the zoom
 * none appears or vanishes, as with names.
 */
export function edgeTexts(brush: TextBrush, drawing: Drawing): readonly EdgeText[] {
  const { zoom, tile, detail } = brush
  if (zoom >= nextItemZoom || (detail === 'far' && tile === null)) return []
  const step = stepZoom(zoom)
  const texts = textsOfStep({ ...brush, zoom: step, tile: tile === null ? null : (tile * zoom) / step }, drawing)
  // Texts have the same size on the screen at all zooms.
  const size = step / zoom
  return texts.map((text) => ({
    ...text,
    font: { ...text.font, size: text.font.size * size },
    box: {
      x: text.box.x,
      y: text.y + (text.box.y - text.y) * size,
      width: text.box.width * size,
      height: text.box.height * size,
    },
  }))
}

/**
 * The names of chosen edges that are not among `texts`: at a free place, else at their end over what is there. Of those
 * that would cover each other, the first is painted.
 */
function chosenTexts(
  brush: TextBrush,
  drawing: Drawing,
  texts: readonly EdgeText[],
  isChosen: (index: number) => boolean,
): EdgeText[] {
  const chosen = drawing.edges.flatMap(({ branch }, index) => (branch !== '' && isChosen(index) ? index : []))
  const named = new Set(texts.map(({ edge }) => edge))
  if (chosen.every((index) => named.has(index))) return []
  const placing = placingFor(brush, drawing)
  for (const { box } of texts) placing.grid.add(box)
  const own: TextPlacing = { ...placing, grid: new BoxGrid(gridCell / brush.zoom, maxTextsPerCell) }
  for (const { edge, box } of texts) if (isChosen(edge)) own.grid.add(box)
  return chosen.flatMap((index) => {
    if (named.has(index)) return []
    const places = branchPlaces(placing, index).map(({ text }) => text)
    const free = places.filter(({ box }) => !placing.grid.isTaken(box))
    return placeText(own, [...free, ...places])
  })
}

/** The texts of a paint, without those that the name of a chosen edge covers. */
function paintedTexts(brush: Brush, drawing: Drawing, emphasis: Emphasis | null): readonly EdgeText[] {
  const texts = edgeTexts(brush, drawing)
  if (emphasis === null) return texts
  const isChosen = (index: number) => hasEmphasis(emphasis.edges[index] ?? 0, 'chosen')
  const added = chosenTexts(brush, drawing, texts, isChosen)
  if (added.length === 0) return texts
  const grid = new BoxGrid(gridCell / brush.zoom, maxTextsPerCell)
  for (const { box } of added) grid.add(box)
  return [...texts.filter(({ box }) => !grid.isTaken(box)), ...added]
}

function paintTexts(brush: Brush, drawing: Drawing, area: Box, emphasis: Emphasis | null): void {
  for (const { text, x, y, font, box } of paintedTexts(brush, drawing, emphasis))
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
    const placed = { edge, index, style }
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
  } else {
    const form = edgeFormOf(drawing, brush)
    for (const layer of layers) for (const placed of layer) paintEdge(brush, form, placed, layer === emphasized)
  }
  paintTexts(brush, drawing, area, emphasis)
}
