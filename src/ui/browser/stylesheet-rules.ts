/** The rules of a stylesheet; null if it failed to load or is cross-origin: reading them throws then. */
export function rulesOf(sheet: CSSStyleSheet): CSSRule[] | null {
  try {
    return [...sheet.cssRules]
  } catch {
    return null
  }
}
