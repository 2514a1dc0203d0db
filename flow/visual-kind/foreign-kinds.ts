/** Kinds of the node types of other products: by the table of their format, else by words. */
import { isRecord, type JsonRecord } from '#lib/json/json.ts'
import { kindByWords, maxType } from './kind-words.ts'
import { isTriggerName, type KindName, triggerNameOf } from './kinds.ts'
import type { TypeTable } from './type-table.ts'
import { tableOf } from './type-tables.ts'
import type { ForeignKindOf } from './visual-kind.ts'

/** Kinds that say more about a tool than that it is one. */
const moreThanTool = new Set<KindName>(['http', 'database', 'vector-store', 'file', 'spreadsheet', 'mail', 'chat-app'])

function listedKind(type: string, original: JsonRecord, table: TypeTable): KindName | null {
  return table.bySettings?.(type, original) ?? table.types.get(type) ?? table.byFamily?.(type, original) ?? null
}

/** Of the types in the table, those of triggers decide before the reader, which knows few kinds of triggers. */
function foreignTrigger(type: string, original: JsonRecord, table: TypeTable, own: KindName): KindName {
  const app = type.replace(/Trigger$/, '')
  const listed = listedKind(type, original, table) ?? listedKind(app, original, table)
  if (listed !== null && isTriggerName(listed)) return listed
  if (own !== 'app-trigger') return own
  return triggerNameOf(listed ?? kindByWords(table.wordsOf?.(original) ?? app) ?? 'other')
}

function tableKind(original: JsonRecord, table: TypeTable, own: KindName | null): KindName {
  const type = table.typeOf(original).slice(0, maxType)
  if (own !== null && isTriggerName(own)) return foreignTrigger(type, original, table, own)
  const listed = listedKind(type, original, table)
  const byWords = () => kindByWords(table.wordsOf?.(original) ?? type)
  if (listed === 'tool') {
    const touched = byWords()
    return touched !== null && moreThanTool.has(touched) ? touched : listed
  }
  return listed ?? own ?? byWords() ?? table.otherwise?.(type, original) ?? 'other'
}

/** `format`: see `sourceFormatOf`. Without it, types are judged by their words. */
export function foreignKindsOf(format: string): ForeignKindOf {
  const table = tableOf(format)
  return ({ type, config: { original } }, own) =>
    isRecord(original) && table !== null ? tableKind(original, table, own) : (own ?? kindByWords(type) ?? 'other')
}
