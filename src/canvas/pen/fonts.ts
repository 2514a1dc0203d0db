/** The fonts of the page in a worker, which has no stylesheet: their faces are read there and made anew here. */
import { rulesOf } from '#ui/browser/stylesheet-rules.ts'

export interface FontSource {
  family: string
  /** As in a stylesheet: "url(…) format(…)". */
  src: string
  weight: string
  unicodeRange: string
}

const unquoted = (text: string): string => text.replace(/^["']|["']$/g, '')

/** Every face of the page's stylesheets; on the page. */
export function readFonts(): FontSource[] {
  return [...document.styleSheets].flatMap((sheet) =>
    // One that could not be fetched has no faces either.
    (rulesOf(sheet) ?? []).flatMap((rule) => {
      if (!(rule instanceof CSSFontFaceRule)) return []
      const get = (name: string) => rule.style.getPropertyValue(name)
      // Addresses in a sheet are relative to the sheet.
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

/** Faces that are known already: one worker draws many flows. */
const added = new Set<string>()

/** Makes the faces known in this worker; none is fetched yet. On the page its stylesheet has done so. */
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

/** Text that was drawn with another font before its face came is drawn with its face from now on. */
export function renewFonts(): void {
  renewals += 1
}

/**
 * A font by a name that was not drawn with before the last renewal. In a worker Chromium keeps what it found for a list of
 * families, in every canvas and also where a face came since; another list, with a family that nobody has, is looked up anew.
 */
export const renewed = (font: string): string => (renewals === 0 ? font : `${font}, renewed-${renewals}`)

/** Fetches the faces that a text needs. A face that cannot be had is drawn with another font, as on the page. */
export async function loadFonts(fonts: readonly string[], text: string): Promise<void> {
  await Promise.allSettled(fonts.map(async (font) => fontSet()?.load(font, text)))
}
