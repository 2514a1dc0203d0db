/** Which fonts a drawing needs: those that have its letters. */
import type { Drawing } from './drawing.ts'
import { loadFonts, renewFonts } from '#canvas/pen/fonts.ts'
import { fontFamilies } from '#canvas/pen/pen.ts'

/** As much of a text as is ever drawn. */
const maxDrawn = 2_000

/** The letters that a drawing may show, each once. */
function lettersOf({ nodes }: Drawing): string {
  const letters = new Set<string>('…·0123456789')
  const add = (text: string) => {
    for (const letter of text.length > maxDrawn ? text.slice(0, maxDrawn) : text) letters.add(letter)
  }
  for (const { name, word, tool, text, shape } of nodes) {
    add(name)
    add(word)
    add(text)
    add(shape.summary)
    if (tool !== null) add(tool)
    for (const { label, condition } of shape.rows) {
      add(label)
      add(condition)
    }
  }
  return [...letters].join('')
}

/** The first picture waits this long for its fonts, which the page has in its cache as a rule. */
const fontPatienceMs = 150

/** Fetches the fonts that a drawing is to be drawn with. */
export async function loadDrawingFonts(drawing: Drawing): Promise<void> {
  const { sans, mono } = fontFamilies
  await loadFonts([`400 13px ${sans}`, `600 13px ${sans}`, `400 11px ${mono}`], lettersOf(drawing))
}

/** The same, but waits for them a moment only; `onLate` is called where they come after that. */
export async function loadDrawingFontsSoon(drawing: Drawing, onLate: () => void): Promise<void> {
  let isLate = false
  const letters = loadDrawingFonts(drawing).then(() => {
    if (!isLate) return
    renewFonts()
    onLate()
  })
  await Promise.race([letters, new Promise((done) => void setTimeout(done, fontPatienceMs))])
  isLate = true
}
