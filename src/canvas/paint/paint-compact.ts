/** Paints the content of a compact card: icon and name, both of constant size on the screen, and its branches. */
import { compactHead, compactName, hasBranchNames } from '#canvas/paint/names/compact-card.ts'
import { type PlacedName } from '#canvas/paint/names/name-boxes.ts'
import { rowHeight } from '#canvas/model/card-shape.ts'
import { baselineIn, type Font } from '#canvas/pen/pen.ts'
import { badgeGlyphs } from '#canvas/pen/icons.ts'
import type { Brush } from './brush.ts'
import { rowStyle, type NodeEmphasis } from './card-style.ts'
import type { DrawnNode } from './drawing.ts'
import { paintKind } from './paint-head.ts'
import { paintLines } from './paint-names.ts'
import { rowTop } from './paint-rows.ts'
import { paintLine } from './paint-text.ts'

/** Sizes in screen pixels. */
const kindSize = 20
const kindIcon = 13
const kindLeft = 4
const badgeSize = 12
const branchFont: Font = { size: 10, weight: 400, family: 'sans' }
/** Space between the label of a branch and its port. */
const branchRight = 8

/** Labels of branches at their ports, where they are high enough. */
function paintBranches(brush: Brush, card: DrawnNode, emphasis: NodeEmphasis): void {
  const { zoom, ratio } = brush
  const { box, shape } = card
  if (!hasBranchNames(zoom)) return
  const font = { ...branchFont, size: branchFont.size / zoom }
  for (const [index, row] of shape.rows.entries())
    paintLine(brush, {
      text: row.label,
      x: box.x + branchRight / zoom,
      y: box.y + 1 + rowTop(shape, index) + baselineIn(rowHeight * zoom, branchFont, ratio) / zoom,
      width: box.width - (2 * branchRight) / zoom,
      font,
      colour: rowStyle(row, emphasis).colour,
      align: 'right',
    })
}

export function paintCompact(brush: Brush, card: DrawnNode, emphasis: NodeEmphasis, name: PlacedName | null): void {
  const { pen, zoom } = brush
  const { box, problem } = card
  const head = compactHead(card, zoom)
  const size = kindSize / zoom
  const middle = box.y + head / zoom / 2
  const tile = { x: box.x + kindLeft / zoom, y: middle - size / 2, width: size, height: size }
  paintKind(brush, card, tile, kindIcon / zoom, emphasis)
  if (name?.side === 'inside') {
    const height = name.lines.length * compactName.line
    const at = { x: box.x * zoom + compactName.left, y: middle * zoom - height / 2, width: name.width, height }
    paintLines(brush, card, emphasis, name, { box: at, line: compactName.line })
  }
  paintBranches(brush, card, emphasis)
  if (problem === null) return
  const badge = badgeSize / zoom
  const at = { x: box.x + box.width - badge / 2, y: box.y - badge / 2, width: badge, height: badge }
  pen.box(at, 3 / zoom, 'surface')
  pen.icon(badgeGlyphs[problem], at, problem === 'error' ? 'bad' : 'warn', 2.5)
}
