/**
 * The page's fonts in a worker, which has no stylesheet: their faces are read from the page and registered in the
 * worker.
 */
import { rulesOf } from '#ui/browser/stylesheet-rules.ts'

export interface FontSource {
  family: string
  /** Syntax of a stylesheet: "url(…) format(…)". */
  src: string
  weight: string
  unicodeRange: string
}

const unquoted = (text: string): string => text.replace(/^["']|["']$/g, '')

/** All font faces of the page's stylesheets; called on the page. */
export function readFonts(): FontSource[] {
  return [...document.styleSheets].flatMap((sheet) =>
    // A stylesheet that could not be fetched has no faces.
    (rulesOf(sheet) ?? []).flatMap((rule) => {
      if (!(rule instanceof CSSFontFaceRule)) return []
      const get = (name: string) => rule.style.getPropertyValue(name)
      // URLs in a stylesheet are relative to it.
      const src = get('src').replace(
        /url\(["']?([^"')]+)["']?\)/g,
        (_all, url: string) => `url(${JSON.stringify(new URL(url, sheet.href ?? location.href).href)})`,
      )
      return [
        { family: unquoted(get('font-family')), src, weight: get('font-weight'), unicodeRange: get('unicode-range') },
      ]
    }),
  )
}

const fontSet = (): FontFaceSet | null => {
  const set: unknown = Reflect.get(globalThis, 'fonts')
  return typeof FontFaceSet === 'function' && set instanceof FontFaceSet ? set : null
}

/** Faces that are registered already: one worker draws many flows. */
const added = new Set<string>()

/** Registers the faces in this worker without loading them. On the page the stylesheet does this. */
export function addFonts(sources: readonly FontSource[]): void {
  if (typeof document !== 'undefined') return
  for (const { family, src, weight, unicodeRange } of sources) {
    const key = `${family} ${weight} ${unicodeRange} ${src}`
    if (added.has(key)) continue
    added.add(key)
    fontSet()?.add(new FontFace(family, src, { weight, unicodeRange }))
  }
}

let renewals = 0
/** How often text has to be measured again, because a face was loaded late. */
export const fontRenewals = (): number => renewals

/** Text that was drawn with a fallback font before its face was loaded is drawn with its face from now on. */
export function renewFonts(): void {
  renewals += 1
}

/**
 * A font name that was not used for drawing before the last renewal. In a worker Chromium caches the font of a list of
 * families, in every canvas and even after a face was loaded; a different list, with a family that does not exist, is
 * resolved again.
 */
export const renewed = (font: string): string => (renewals === 0 ? font : `${font}, renewed-${renewals}`)

/** Loads the faces that a text needs. A face that cannot be loaded is replaced by a fallback, as on the page. */
export async function loadFonts(fonts: readonly string[], text: string): Promise<void> {
  await Promise.allSettled(fonts.map(async (font) => fontSet()?.load(font, text)))
}
