/** Texts that cover another text or a step, from what was painted: independent of how names are placed. Pure. */
import type { Box } from '#canvas/geometry/box-geometry.ts'

/** A painted text. Screen pixels. */
export interface PaintedText {
  text: string
  box: Box
}

/** A tile or card, with all texts that may stand inside. */
export interface SolidBox {
  name: string
  box: Box
}

/** Side of the cells in which neighbours are searched. */
const cell = 64
/** Deepest overlap that is rounding: texts and tiles are placed at fractions of a pixel. */
const tolerance = 0.05

/** How far the lines of a name may extend above and below their low card: compact cards grow with their names. */
const maxAbove = 3

const cellsOf = ({ x, y, width, height }: Box): string[] => {
  const keys: string[] = []
  for (let column = Math.floor(x / cell); column <= Math.floor((x + width) / cell); column += 1)
    for (let row = Math.floor(y / cell); row <= Math.floor((y + height) / cell); row += 1) keys.push(`${column}:${row}`)
  return keys
}

const covers = (a: Box, b: Box): boolean =>
  Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > tolerance &&
  Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > tolerance

const isWithin = (box: Box, outer: Box): boolean =>
  box.x >= outer.x - tolerance &&
  box.y >= outer.y - maxAbove &&
  box.x + box.width <= outer.x + outer.width + tolerance &&
  box.y + box.height <= outer.y + outer.height + maxAbove

/** What each covered text covers, as "text × other". A text of a card, whole or cut, may stand in it. */
export function coveredTexts(texts: readonly PaintedText[], solids: readonly SolidBox[]): string[] {
  const all = [
    ...texts.map(({ text, box }) => ({ name: text, box, isText: true })),
    ...solids.map(({ name, box }) => ({ name, box, isText: false })),
  ]
  const membersOf = new Map<string, number[]>()
  for (const [index, { box }] of all.entries())
    for (const key of cellsOf(box)) {
      const members = membersOf.get(key)
      if (members === undefined) membersOf.set(key, [index])
      else members.push(index)
    }
  const found = new Map<string, string>()
  for (const members of membersOf.values())
    for (const index of members)
      for (const other of members) {
        const [text, thing] = [all[index], all[other]]
        if (text === undefined || thing === undefined || !text.isText || (thing.isText && other <= index)) continue
        if (!thing.isText && thing.name.includes(text.name.replace('…', '')) && isWithin(text.box, thing.box)) continue
        if (covers(text.box, thing.box)) found.set(`${index}:${other}`, `${text.name} × ${thing.name}`)
      }
  return [...found.values()]
}
