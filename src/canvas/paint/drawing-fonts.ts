/** Fonts that a drawing needs, by the characters in it. */
import type { Drawing } from './drawing.ts'
import { loadFonts, renewFonts } from '#canvas/pen/fonts.ts'
import { fontFamilies } from '#canvas/pen/pen.ts'

/** Maximum characters of a text that are drawn. */
const maxTextLength = 2_000

/** The characters that a drawing may show, without duplicates. */
function lettersOf({ nodes }: Drawing): string {
  const letters = new Set<string>('…·0123456789')
  const add = (text: string) => {
    for (const letter of text.length > maxTextLength ? text.slice(0, maxTextLength) : text) letters.add(letter)
  }
  for (const { name, word, tool, text, shape } of nodes) {
    add(name)
    add(word)
    add(text)
    add(shape.summary)
    if (tool !== null) add(tool)
    for (const { label } of shape.parts) add(label)
    for (const { label, condition } of shape.rows) {
      add(label)
      add(condition)
    }
  }
  return [...letters].join('')
}

/** Time that the first paint waits for fonts, which are usually in the page's cache. */
const fontTimeoutMs = 150

/** Loads the fonts that a drawing needs. */
export async function loadDrawingFonts(drawing: Drawing): Promise<void> {
  const { sans, mono } = fontFamilies
  await loadFonts([`400 13px ${sans}`, `600 13px ${sans}`, `400 11px ${mono}`], lettersOf(drawing))
}

/** The same, with a time limit; `onLate` is called if the fonts arrive later. */
export async function loadDrawingFontsSoon(drawing: Drawing, onLate: () => void): Promise<void> {
  let isLate = false
  const letters = loadDrawingFonts(drawing).then(() => {
    if (!isLate) return
    renewFonts()
    onLate()
  })
  await Promise.race([letters, new Promise((done) => void setTimeout(done, fontTimeoutMs))])
  isLate = true
}
