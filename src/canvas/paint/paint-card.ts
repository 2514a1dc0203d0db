/** Draws cards, groups and notes exactly as node-card.tsx and canvas.css mount them; canvas pixels throughout. */
import { headPort, rowPort } from '#canvas/card-rows.ts'
import type { Detail } from '#canvas/detail.ts'
import type { Box } from '#canvas/edge-path.ts'
import type { DrawnNode } from './drawing.ts'
import { wears } from './dress.ts'
import { cutText, wrapText } from './fit-text.ts'
import { badgeGlyphs, kindGlyph, type Glyph } from './icons.ts'
import { kindColour, kindGround, kindMark, type Colour } from './look.ts'
import { baselineIn, type Corners, type Font, type Pen } from './pen.ts'

const nameFont: Font = { size: 13, weight: 600, family: 'sans' }
const typeFont: Font = { size: 11, weight: 400, family: 'sans' }
const codeFont: Font = { size: 11, weight: 400, family: 'mono' }
const rowFont: Font = { size: 12, weight: 400, family: 'sans' }
const labelFont: Font = { size: 12, weight: 600, family: 'sans' }
const farFont: Font = { size: 21, weight: 600, family: 'sans' }

const radius = 6
/** The left end of a trigger. */
const roundEnd = 22
const frame = 1
const headHeight = 44
const padding = 8
const tileSize = 28
const iconSize = 16
const badgeSize = 14
const badgeGap = 4
const rowHeight = 24
const portSize = 9

const cornersOf = ({ kind }: DrawnNode): Corners => (kind === 'trigger' ? [roundEnd, radius, radius, roundEnd] : radius)

/** The corners of a box that is larger by so much on every side. */
const widened = (corners: Corners, by: number): Corners => {
  if (typeof corners === 'number') return corners + by
  const [a, b, c, d] = corners
  return [a + by, b + by, c + by, d + by]
}

const square = (middleX: number, middleY: number, size: number): Box => ({
  x: middleX - size / 2,
  y: middleY - size / 2,
  width: size,
  height: size,
})

interface Badge {
  glyph: Glyph
  colour: Colour
}

/** Problem, secret, disabled, note: always in this order. */
function badgesOf({ problem, secret, disabled, noted }: DrawnNode): Badge[] {
  const badges: Badge[] = []
  if (problem === 'error') badges.push({ glyph: badgeGlyphs.error, colour: 'bad' })
  if (problem === 'warning') badges.push({ glyph: badgeGlyphs.warning, colour: 'warn' })
  if (secret) badges.push({ glyph: badgeGlyphs.secret, colour: 'text-3' })
  if (disabled) badges.push({ glyph: badgeGlyphs.disabled, colour: 'text-3' })
  if (noted) badges.push({ glyph: badgeGlyphs.note, colour: 'text-3' })
  return badges
}

function paintGround(pen: Pen, card: DrawnNode, byte: number): void {
  const { box, kind, disabled } = card
  const corners = cornersOf(card)
  const isChosen = wears(byte, 'chosen')
  const around = (by: number): Box => ({
    x: box.x - by,
    y: box.y - by,
    width: box.width + 2 * by,
    height: box.height + 2 * by,
  })
  if (isChosen) {
    pen.box(around(5), widened(corners, 5), 'accent-soft')
    pen.box(around(1.5), widened(corners, 1.5), 'accent')
  } else if (kind === 'subflow') {
    const behind = (by: number) => ({ ...box, x: box.x + by, y: box.y + by })
    pen.box(behind(3), corners, 'line-strong')
    pen.box({ x: box.x + 4, y: box.y + 4, width: box.width - 2, height: box.height - 2 }, radius - 1, 'surface')
  } else if (!disabled) {
    pen.box({ ...box, y: box.y + 1 }, corners, 'card-shadow')
  }
  pen.box(box, corners, disabled ? 'sunken' : 'surface', {
    colour: isChosen ? 'accent' : wears(byte, 'near') ? 'accent-line' : 'line-strong',
    width: frame,
    ...(disabled ? { dash: [3, 3] } : {}),
  })
}

function paintTile(pen: Pen, card: DrawnNode, tile: Box, icon: number): void {
  const { kind } = card
  const draw = () => {
    pen.box(tile, kind === 'trigger' ? tile.width / 2 : 4, kindGround(kind))
    pen.icon(kindGlyph(card.type), square(tile.x + tile.width / 2, tile.y + tile.height / 2, icon), kindColour(kind))
  }
  if (card.disabled) pen.grey(draw)
  else draw()
}

/** The second line of the head: "API · orders_api". */
function paintType(pen: Pen, card: DrawnNode, x: number, y: number, width: number): void {
  const { tool } = card
  const word = tool === null ? card.word : `${card.word} · `
  const first = cutText(word, width, typeFont, pen)
  pen.text({ text: first, x, y, font: typeFont, colour: 'text-3' })
  if (tool === null || first !== word) return
  const used = pen.measure(word, typeFont)
  pen.text({ text: cutText(tool, width - used, codeFont, pen), x: x + used, y, font: codeFont, colour: 'text-3' })
}

function paintHead(pen: Pen, card: DrawnNode): void {
  const { box, name, kind, disabled } = card
  const left = box.x + frame + (kind === 'trigger' ? padding - 1 : padding)
  paintTile(pen, card, { x: left, y: box.y + frame + padding, width: tileSize, height: tileSize }, iconSize)
  const badges = badgesOf(card)
  let right = box.x + box.width - frame - padding
  for (const { glyph, colour } of badges.toReversed()) {
    pen.icon(glyph, { x: right - badgeSize, y: box.y + frame + 7, width: badgeSize, height: badgeSize }, colour)
    right -= badgeSize + badgeGap
  }
  if (badges.length > 0) right += badgeGap
  const x = left + tileSize + padding
  const width = right - padding - x
  const top = box.y + frame + (headHeight - 30) / 2
  pen.text({
    text: cutText(name, width, nameFont, pen),
    x,
    y: top + baselineIn(16, nameFont),
    font: nameFont,
    colour: disabled ? 'text-3' : 'text',
    struck: disabled,
  })
  paintType(pen, card, x, top + 16 + baselineIn(14, typeFont), width)
}

function paintRule(pen: Pen, { x, width }: Box, y: number): void {
  pen.box({ x: x + frame, y, width: width - 2 * frame, height: 1 }, 0, 'line')
}

function paintSummary(pen: Pen, { box, kind, shape }: DrawnNode): void {
  const top = box.y + frame + headHeight
  paintRule(pen, box, top)
  const x = box.x + frame + (kind === 'trigger' ? 18 : 10)
  const width = box.x + box.width - frame - 10 - x
  const y = top + 1 + 4 + baselineIn(17, codeFont)
  pen.text({ text: cutText(shape.summary, width, codeFont, pen), x, y, font: codeFont, colour: 'text-2' })
}

function paintRows(pen: Pen, { box, shape }: DrawnNode): void {
  const [left, right] = [box.x + frame + 12, box.x + box.width - frame - 12]
  for (const [index, row] of shape.rows.entries()) {
    const top = box.y + rowPort(shape, index) - rowHeight / 2
    paintRule(pen, box, top)
    const y = top + 1 + 1.5 + baselineIn(20, rowFont)
    const label = cutText(row.label, (right - left) * 0.6, rowFont, pen)
    pen.text({ text: label, x: right, y, font: rowFont, colour: row.fault ? 'bad' : 'text-2', toRight: true })
    if (row.condition === '') continue
    const room = right - pen.measure(label, rowFont) - 8 - left
    pen.text({ text: cutText(row.condition, room, codeFont, pen), x: left, y, font: codeFont, colour: 'text-3' })
  }
}

/** `line` = width of a port's edge: browsers round it down to whole device pixels. */
function paintPorts(pen: Pen, { box, shape, kind }: DrawnNode, line: number): void {
  const port = (x: number, y: number, fill: Colour, edge: Colour) =>
    pen.box(square(x, y - 0.5, portSize), 2, fill, { colour: edge, width: line })
  if (kind !== 'trigger') port(box.x + 0.5, box.y + headPort, 'surface', 'edge')
  const right = box.x + box.width - 0.5
  if (shape.rows.length === 0) port(right, box.y + headPort, 'edge', 'edge')
  for (const [index, { fault }] of shape.rows.entries()) {
    const colour = fault ? 'bad-solid' : 'edge'
    port(right, box.y + rowPort(shape, index), colour, colour)
  }
}

function paintFar(pen: Pen, card: DrawnNode): void {
  const { box, name, kind, disabled } = card
  const left = box.x + frame + (kind === 'trigger' ? padding - 1 : padding)
  const [size, line] = [44, 25]
  paintTile(pen, card, { x: left, y: box.y + (box.height - size) / 2, width: size, height: size }, 26)
  const x = left + size + padding
  const width = box.x + box.width - frame - padding - x
  const lines = wrapText(name, width, 2, farFont, pen)
  const top = box.y + (box.height - lines.length * line) / 2
  for (const [index, text] of lines.entries()) {
    const y = top + index * line + baselineIn(line, farFont)
    pen.text({ text, x, y, font: farFont, colour: disabled ? 'text-3' : 'text', struck: disabled })
  }
}

/** A card in one of the details. */
export function paintCard(pen: Pen, card: DrawnNode, detail: Detail, portLine: number, byte = 0): void {
  const { box, kind, shape } = card
  if (detail === 'marks') return pen.box(box, 0, kindMark(kind))
  if (detail === 'kinds') {
    const draw = () => {
      pen.box(box, cornersOf(card), kindGround(kind))
      pen.icon(kindGlyph(card.type), square(box.x + box.width / 2, box.y + box.height / 2, 44), kindColour(kind))
    }
    return card.disabled ? pen.grey(draw) : draw()
  }
  paintGround(pen, card, byte)
  if (detail === 'names') paintFar(pen, card)
  else {
    paintHead(pen, card)
    if (shape.summary !== '' || shape.rows.length === 0) paintSummary(pen, card)
    paintRows(pen, card)
  }
  paintPorts(pen, card, portLine)
}

/** A group's frame with its label; the label has `scale` times its size, null = none. */
export function paintGroup(pen: Pen, { box, name, members }: DrawnNode, scale: number | null): void {
  pen.box(box, 10, 'group', { colour: 'control', width: frame, dash: [3, 3] })
  if (scale === null) return
  const font = { ...labelFont, size: labelFont.size * scale }
  const height = 20 * scale
  const whole = `${name || 'Group'} · ${members}`
  const text = cutText(whole, box.width - 20 - 16 * scale, font, pen)
  // From afar a name is there where it fits: its first letters alone say nothing.
  if (scale > 1 && text !== whole) return
  const [x, y] = [box.x + 11, box.y + 1 - height / 2]
  pen.box({ x, y, width: pen.measure(text, font) + 16 * scale, height }, 4 * scale, 'sunken')
  pen.text({ text, x: x + 8 * scale, y: y + baselineIn(20, labelFont) * scale, font, colour: 'text-2' })
}

/** Side of the corner that a note's paper lacks. */
const corner = 12

/** A note: paper with a cut corner. Far away its text is gone. */
export function paintNote(pen: Pen, one: DrawnNode, detail: Detail): void {
  const { x, y, width, height } = one.box
  const paper = [
    { x, y },
    { x: x + width - corner, y },
    { x: x + width, y: y + corner },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ]
  pen.shape(paper, 'page', { colour: 'line-strong', width: 1 })
  if (detail === 'kinds' || detail === 'marks') return
  const [font, line] = detail === 'all' ? [rowFont, 17] : [{ ...rowFont, size: 16 }, 20]
  const room = Math.max(1, Math.floor((height - 2 * (padding + 1)) / line))
  for (const [index, text] of wrapText(one.text, width - 22, room, font, pen).entries())
    pen.text({ text, x: x + 11, y: y + 9 + index * line + baselineIn(line, font), font, colour: 'text-2' })
}
