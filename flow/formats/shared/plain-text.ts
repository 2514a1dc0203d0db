/** Text for people out of the notations in which other products keep it. */

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** What a reader of this HTML would see: tags go, blocks end lines. A text without tags stays as it is. */
export function plainText(html: string): string {
  if (!/<\/?[a-z]/i.test(html)) return html
  const text = html
    .replace(/<(?:br|\/p|\/h[1-6]|\/li|\/div|\/tr)\b[^<>]*>/gi, '\n')
    .replace(/<li\b[^<>]*>/gi, '- ')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => entities[name] ?? whole)
  // Cells and blocks in one another leave lines of nothing.
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
