/** Which names can be read in a view. */
import { overlaps, type Box } from '#canvas/geometry/box-geometry.ts'
import { detailOf } from '#canvas/geometry/detail.ts'
import { tileAt } from '#canvas/model/tile-box.ts'
import type { Pen } from '#canvas/pen/pen.ts'
import { isStep, type Drawing } from '#canvas/paint/drawing.ts'
import { boxOfName, boxOfTitle, nameAnchor, scaled, type NamePlaces, type PlacedName } from './name-boxes.ts'
import { placeNames, solidOf } from './name-places.ts'

type Measure = Pick<Pen, 'measure'>

/** Whether cards show their own names at a zoom. */
const isWhole = (zoom: number): boolean => detailOf(zoom) === 'all' || detailOf(zoom) === 'small'

/** Whether a name is shown, and not cut. */
const isReadable = (name: PlacedName | null): name is PlacedName => name?.lines.at(-1)?.endsWith('…') === false

/** A text or step in sight, in screen pixels of the canvas. */
interface Shown {
  isText: boolean
  box: Box
}

/** The names, titles and steps that touch an area of the screen; `area` in screen pixels of the canvas. */
function shownIn({ nodes, spacing }: Drawing, places: NamePlaces, zoom: number, area: Box): Shown[] {
  const tile = tileAt(zoom, spacing)
  const isAmongMarks = detailOf(zoom) === 'far' && tile === null
  const shown: Shown[] = []
  const add = (isText: boolean, box: Box) => {
    if (overlaps(box, area)) shown.push({ isText, box })
  }
  for (const [index, node] of nodes.entries()) {
    const [name, title] = [places.names.get(index), places.titles.get(index)]
    if (name && name.side !== 'inside') add(true, boxOfName(name, nameAnchor(node.box, zoom, name.corner)))
    if (title) add(true, boxOfTitle(title, node.box, zoom))
    // Where steps are marks, names may cover them.
    if (isStep(node) && !isAmongMarks) add(false, solidOf(node, { zoom, side: tile === null ? null : tile * zoom }))
  }
  return shown
}

/** The number of texts that cover another text or a step. */
function coveredTexts(shown: readonly Shown[]): number {
  const ordered = shown.toSorted((a, b) => a.box.y - b.box.y)
  let covered = 0
  for (const [at, one] of ordered.entries())
    for (let next = at + 1; next < ordered.length; next += 1) {
      const other = ordered[next]
      if (other === undefined || other.box.y >= one.box.y + one.box.height) break
      if ((one.isText || other.isText) && overlaps(one.box, other.box)) covered += 1
    }
  return covered
}

/** How many names of steps can be read in a view (screen pixels), and how many texts cover another or a step there. */
export function namesInView(
  drawing: Drawing,
  { x, y, zoom, width, height }: { x: number; y: number; zoom: number; width: number; height: number },
  pen: Measure,
): { names: number; readonly overlapped: number } {
  const view = { x: -x, y: -y, width, height }
  const isIn = (box: Box) =>
    box.x >= view.x && box.y >= view.y && box.x + box.width <= view.x + width && box.y + box.height <= view.y + height
  const cards = drawing.nodes.filter(isStep)
  if (isWhole(zoom)) return { names: cards.filter(({ box }) => isIn(scaled(box, zoom))).length, overlapped: 0 }
  const places = placeNames(drawing, scaled(view, 1 / zoom), zoom, pen)
  let names = 0
  for (const [index, name] of places.names) {
    const node = drawing.nodes[index]
    if (!isReadable(name) || node === undefined) continue
    const box =
      name.side === 'inside' ? scaled(node.box, zoom) : boxOfName(name, nameAnchor(node.box, zoom, name.corner))
    if (isIn(box)) names += 1
  }
  return {
    names,
    // Counted when it is read: of the views that are compared by their names, only one is shown.
    get overlapped() {
      return coveredTexts(shownIn(drawing, places, zoom, view))
    },
  }
}
