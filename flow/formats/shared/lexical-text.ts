/** Text of a Lexical editor state, which Dify uses for notes. */
import { isRecord, type Json, listOf, recordOf, textOf } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'

/** Maximum depth of an editor state, for nested lists. */
const depth = 200

/** Paragraphs as lines, list items with a dash. Text that is not an editor state is returned unchanged. */
export function lexicalText(state: string): string {
  if (!state.trimStart().startsWith('{')) return state
  const parsed = parseJson(state, { depth })
  if (!parsed.ok || !isRecord(recordOf(parsed.value)['root'])) return state
  let text = ''
  // A string on the stack is a line end.
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
