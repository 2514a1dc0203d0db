/** The rules of a stylesheet; null where it could not be fetched, or comes from elsewhere: asking for them throws then. */
export function rulesOf(sheet: CSSStyleSheet): CSSRule[] | null {
  try {
    return [...sheet.cssRules]
  } catch {
    return null
  }
}
