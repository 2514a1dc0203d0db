/** The text of an editor state of Lexical, as Dify keeps its notes. */
import { isRecord, type Json, listOf, recordOf, textOf } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'

/** Depth of an editor state: lists in lists in lists. */
const depth = 200

/** Paragraphs as lines, list items with a dash. A text that is no editor state stays as it is. */
export function lexicalText(state: string): string {
  if (!state.trimStart().startsWith('{')) return state
  const parsed = parseJson(state, { depth })
  if (!parsed.ok || !isRecord(recordOf(parsed.value)['root'])) return state
  let text = ''
  // A text among them is the end of a line.
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
