/** Converts other products' rich text to plain text. */
import { isRecord, type Json, listOf, recordOf, textOf } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'

/** Maximum nesting of an editor state, which grows with nested lists. */
const depth = 200

/**
 * Text of a Lexical editor state, which Dify uses for notes: paragraphs as lines, list items with a dash. Text that is
 * not an editor state is returned unchanged.
 */
export function lexicalText(state: string): string {
  if (!state.trimStart().startsWith('{')) return state
  const parsed = parseJson(state, { depth })
  if (!parsed.ok || !isRecord(recordOf(parsed.value)['root'])) return state
  let text = ''
  // A string on the stack is a line break.
  const open: Json[] = [recordOf(parsed.value)['root'] ?? null]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === '\n') text += '\n'
    if (!isRecord(next)) continue
    const type = textOf(next['type'])
    if (type === 'listitem') text += '- '
    text += textOf(next['text'])
    if (/^(?:paragraph|heading|listitem|linebreak|quote|code)$/.test(type)) open.push('\n')
    open.push(...listOf(next['children']).filter(isRecord).toReversed())
  }
  return text.replace(/\n{3,}/g, '\n\n').trim()
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** Visible text of HTML: tags are removed, blocks become lines. Text without tags is returned unchanged. */
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
