/** Formatters for numbers, dates and sizes. */

/**
 * Caches Intl formatters: creating a formatter takes longer than using it, and a table uses the same formatter hundreds
 * of times. `locale`: BCP 47; undefined = the browser's.
 */
function cachedFormatter<Options, Formatter>(make: (locale: string | undefined, options: Options) => Formatter) {
  const formatters = new Map<string, Formatter>()
  return (locale: string | undefined, options: Options): Formatter => {
    const key = `${locale ?? ''}|${JSON.stringify(options)}`
    const known = formatters.get(key)
    if (known !== undefined) return known
    const formatter = make(locale, options)
    formatters.set(key, formatter)
    return formatter
  }
}

export const numberFormat = cachedFormatter(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
)
export const dateFormat = cachedFormatter(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)

/** "834 B", "34 kB", "2.1 MB": a number of bytes (kB = 1000 bytes). */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000).toLocaleString()} kB`
  return `${(bytes / 1_000_000).toLocaleString(undefined, { maximumFractionDigits: 1 })} MB`
}
