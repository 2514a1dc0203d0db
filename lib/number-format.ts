/** Formatters cost more than what they format; a table asks for the same one hundreds of times. */
const formatters = new Map<string, Intl.NumberFormat>()

/** @param locale BCP 47; undefined = the browser's */
export function numberFormat(locale?: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${locale ?? ''}|${JSON.stringify(options)}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(locale, options)
  formatters.set(key, made)
  return made
}
