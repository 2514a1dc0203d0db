/** Paints the names of steps beside tiles and compact cards, and the titles of notes and groups. */
import {
  boxOfName,
  nameFont,
  titleFont,
  boxOfTitle,
  scaled,
  nameAnchor,
  nameLine,
  titleHeight,
  type NamePlaces,
  type PlacedName,
} from '#canvas/paint/names/name-boxes.ts'
import { breakName } from '#canvas/paint/names/break-name.ts'
import { noteFont, noteLine } from '#canvas/paint/names/note-lines.ts'
import { expandBox, overlaps, type Box } from '#canvas/geometry/box-geometry.ts'
import { isRightToLeft } from '#canvas/pen/fit-text.ts'
import { baselineIn } from '#canvas/pen/pen.ts'
import type { Emphasis } from '#canvas/model/emphasis.ts'
import type { Brush } from './brush.ts'
import { paintGround } from './paint-frame.ts'
import { hasStrikethrough, isChosen, isDimmed, nameColour, nodeEmphasisAt, type NodeEmphasis } from './card-style.ts'
import type { DrawnNode, Drawing } from './drawing.ts'
import { shownBoxOf } from './paint-tile.ts'

/** Names extend beyond their tiles, in screen pixels. */
const margin = 220

/** The lines of a name in a box of screen pixels, whose origin is the canvas's. */
export function paintLines(
  { pen, zoom, ratio }: Brush,
  node: DrawnNode,
  emphasis: NodeEmphasis,
  { lines, widths, side }: Pick<PlacedName, 'lines' | 'widths' | 'side'>,
  { box, line }: { box: Box; line: number },
): void {
  const font = { ...nameFont, size: nameFont.size / zoom }
  const rtl = isRightToLeft(node.name)
  for (const [index, text] of lines.entries()) {
    const free = box.width - (widths[index] ?? 0)
    const left = box.x + (side === 'left' ? free : side === 'right' || side === 'inside' ? (rtl ? free : 0) : free / 2)
    pen.text({
      text,
      x: (left + (rtl ? (widths[index] ?? 0) : 0)) / zoom,
      y: (box.y + index * line + baselineIn(line, nameFont, ratio)) / zoom,
      font,
      colour: nameColour(node, emphasis),
      rtl,
      toRight: rtl,
      strikethrough: hasStrikethrough(node, emphasis),
    })
  }
}

/** The name of a chosen step that has no place: on top of what is there. */
function placeOnTop({ pen, zoom, tile }: Brush, node: DrawnNode): PlacedName | null {
  const broken = breakName(node.name, nameFont, pen)
  const name = broken[1] ?? broken[0]
  if (name === undefined) return null
  const shown = shownBoxOf({ tile }, node)
  const anchor = nameAnchor(node.box, zoom)
  const dx = (shown.x + shown.width / 2) * zoom - name.width / 2 - anchor.x
  return { ...name, side: 'below', isOnTop: true, grow: 0, dx, dy: (shown.y + shown.height) * zoom + 4 - anchor.y }
}

/** The names in the area, which compact cards show inside; `area` in canvas pixels. */
export function paintNames(
  brush: Brush,
  drawing: Drawing,
  places: NamePlaces,
  { area, emphasis }: { area: Box; emphasis: Emphasis | null },
): void {
  const { zoom } = brush
  const wide = expandBox(area, margin / zoom)
  for (const [index, placed] of places.names) {
    const node = drawing.nodes[index]
    if (node === undefined || placed?.side === 'inside' || !overlaps(node.box, wide)) continue
    const nodeEmphasis = nodeEmphasisAt(emphasis, index)
    const place = placed ?? (isChosen(nodeEmphasis) ? placeOnTop(brush, node) : null)
    if (place === null) continue
    const box = boxOfName(place, nameAnchor(node.box, zoom, place.corner))
    if (place.isOnTop) paintGround(brush, scaled(box, 1 / zoom), 'sunken')
    paintLines(brush, node, nodeEmphasis, place, { box, line: nameLine })
  }
}

/** The titles of notes and groups in the area. */
export function paintTitles(
  brush: Brush,
  { nodes }: Drawing,
  places: NamePlaces,
  { area, emphasis }: { area: Box; emphasis: Emphasis | null },
): void {
  const { pen, zoom, ratio } = brush
  const font = { ...titleFont, size: titleFont.size / zoom }
  for (const [index, title] of places.titles) {
    const node = nodes[index]
    if (title === null || node === undefined || !overlaps(node.box, area)) continue
    const { text } = title
    const box = boxOfTitle(title, node.box, zoom)
    const rtl = isRightToLeft(text)
    if (title.isOnTop) paintGround(brush, scaled(box, 1 / zoom), node.tint === null ? 'sunken' : `note-${node.tint}`)
    pen.text({
      text,
      x: (box.x + (rtl ? box.width : 0)) / zoom,
      y: (box.y + baselineIn(titleHeight, titleFont, ratio)) / zoom,
      font,
      colour: isDimmed(nodeEmphasisAt(emphasis, index))
        ? 'text-3'
        : node.tint === null
          ? 'text-2'
          : `note-${node.tint}-title`,
      rtl,
      toRight: rtl,
    })
  }
}

/** The texts of notes in the area. */
export function paintNoteTexts(
  { pen, zoom, ratio }: Brush,
  { nodes }: Drawing,
  places: NamePlaces,
  { area, emphasis }: { area: Box; emphasis: Emphasis | null },
): void {
  const font = { ...noteFont, size: noteFont.size / zoom }
  for (const [index, { lines, dy }] of places.texts) {
    const node = nodes[index]
    if (node === undefined || !overlaps(node.box, area)) continue
    const colour = isDimmed(nodeEmphasisAt(emphasis, index)) ? 'text-3' : 'text-2'
    for (const [at, { text, dx, rtl }] of lines.entries())
      pen.text({
        text,
        x: node.box.x + dx / zoom,
        y: node.box.y + (dy + at * noteLine + baselineIn(noteLine, noteFont, ratio)) / zoom,
        font,
        colour,
        rtl,
      })
  }
}
