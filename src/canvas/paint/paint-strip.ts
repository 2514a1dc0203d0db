import { runStatusWordsOf } from '#canvas/model/run-status-words.ts'
import { unreachedText, type RunStrip } from '#canvas/model/run-strip.ts'
import type { Tone } from '#ui/feedback/tag.tsx'
import { sized, type Brush } from './brush.ts'
import { statusGlyph } from '#canvas/pen/icons.ts'
import type { Colour } from '#canvas/pen/palette.ts'
import { paintLine } from './paint-text.ts'
import { baselineIn, snapToPixel, type Font } from '#canvas/pen/pen.ts'
import type { Box } from '#canvas/geometry/box-geometry.ts'

const plainFont: Font = { size: 11, weight: 400, family: 'sans' }
const statusFont: Font = { size: 11, weight: 500, family: 'sans' }
/** Default line height of text. */
const textLine = 20
/** Gap between the icon and the word of a status. */
const wordGap = 5

const colourOf: Record<Tone, Colour> = { ok: 'ok', warn: 'warn', bad: 'bad', live: 'accent-text', idle: 'idle' }

/** Status, duration and cost in a row of a card; null = not reached. */
export function paintStrip(
  brush: Brush,
  box: Box,
  strip: RunStrip | null,
  disabled: boolean,
  position: 'summary' | 'type',
): void {
  const { pen, ratio } = brush
  const [font, wordFont] = [sized(plainFont, brush), sized(statusFont, brush)]
  const top = box.y + snapToPixel((box.height - textLine) / 2, ratio)
  const y = top + baselineIn(textLine, font, ratio)
  if (strip === null) {
    pen.text({ text: unreachedText(disabled), x: box.x, y, font, colour: 'text-3' })
    return
  }
  const [icon, gap] = position === 'type' ? [12, 6] : [14, 8]
  const { word, tone } = runStatusWordsOf(strip.status)
  const colour = colourOf[tone]
  const at = { x: box.x, y: box.y + (box.height - icon) / 2, width: icon, height: icon }
  pen.icon(statusGlyph(strip.status), at, colour)
  const right = box.x + box.width
  const { cost } = strip
  let end = right
  if (position === 'summary' && cost !== null) {
    const parts = [cost.head, cost.rest, cost.tail]
    const widths = parts.map((part) => (part === '' ? 0 : pen.measure(part, font)))
    end = right - widths.reduce((sum, width) => sum + width, 0)
    let from = end
    for (const [index, text] of parts.entries()) {
      if (text !== '') pen.text({ text, x: from, y, font, colour: index === 1 || cost.isZero ? 'text-3' : 'text' })
      from += widths[index] ?? 0
    }
    end -= gap
  }
  const x = box.x + icon + wordGap
  // The word is truncated before the duration, because the icon shows the status too.
  const timeWidth = strip.time === '' ? 0 : pen.measure(strip.time, font) + gap
  const line = { text: word, x, y: top + baselineIn(textLine, wordFont, ratio), font: wordFont, colour }
  const from = x + paintLine(brush, { ...line, width: Math.max(0, end - x - timeWidth) }) + gap
  if (strip.time !== '') paintLine(brush, { text: strip.time, x: from, y, width: end - from, font, colour: 'text-3' })
}
