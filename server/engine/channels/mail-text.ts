/** Converts HTML mail to plain text. The result must not be shown as HTML. */

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const decoded = (text: string): string =>
  text.replaceAll(/&(#x?[\da-f]{1,6}|\w{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole
    const hex = name[1]?.toLowerCase() === 'x'
    const code = Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10)
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : ''
  })

export function plainTextOf(html: string): string {
  const text = html
    .replaceAll(/<!--[^]*?-->/g, '')
    .replaceAll(/<(script|style|head|title)\b[^]*?<\/\1\s*>/gi, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(/<\/(?:p|div|tr|li|h[1-6]|blockquote)\s*>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
  return decoded(text)
    .replaceAll(/[\t ]*\n[\t ]*/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
