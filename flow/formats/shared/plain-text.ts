/** Converts other products' rich text to plain text. */

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** Visible text of HTML: tags are removed, blocks end lines. Text without tags is returned unchanged. */
export function plainText(html: string): string {
  if (!/<\/?[a-z]/i.test(html)) return html
  const text = html
    .replace(/<(?:br|\/p|\/h[1-6]|\/li|\/div|\/tr)\b[^<>]*>/gi, '\n')
    .replace(/<li\b[^<>]*>/gi, '- ')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => entities[name] ?? whole)
  // Nested cells and blocks leave empty lines.
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
