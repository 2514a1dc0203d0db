/**
 * The kind that a node is shown as: one of about 24 with an icon and a colour, also for nodes of other products. How a
 * node behaves is its `NodeKind` (flow/node-kind.ts).
 */
import type { Node } from '#contract/flow.ts'
import { kindOf } from '#flow/node-kind.ts'
import { isRecord, recordOf, textOf, type JsonRecord } from '#lib/json/json.ts'
import { kindByWords, maxType } from './kind-words.ts'
import { isTriggerName, kindNamed, type KindName, triggerNameOf, type VisualKind } from './kinds.ts'
import type { TypeTable } from './type-table.ts'
import { tableOf } from './type-tables.ts'

type TypedNode = Pick<Node, 'type' | 'config'>

/** The format of the file that a flow was read from, by which `visualKindOf` finds its table; "" if unknown. */
export const sourceFormatOf = (metadata: JsonRecord): string => textOf(recordOf(metadata['source'])['format'])

const triggersByKind = new Map<string, KindName>([
  ['schedule', 'schedule-trigger'],
  ['webhook', 'webhook-trigger'],
  ['message', 'message-trigger'],
  ['manual', 'manual-trigger'],
])

/** Keys of channels are chosen by people, such as "support-mail". */
function messageKind(channel: string): KindName {
  if (channel === 'reply') return 'output'
  return kindByWords(channel) === 'mail' ? 'mail' : 'chat-app'
}

/** The kind of one of our own types; null for all others. */
function ownKind({ type, config }: TypedNode): KindName | null {
  const kind = kindOf(type)
  switch (kind) {
    case 'trigger':
      return triggersByKind.get(textOf(config['kind'])) ?? 'app-trigger'
    case 'api':
      return 'http'
    case 'message':
      return messageKind(textOf(config['channel']))
    case 'wait':
      return config['event'] === 'reply' ? 'human' : 'wait'
    case 'unknown':
      return null
    default:
      return kind
  }
}

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

/** `own`: the kind of the type that the reader chose. */
function foreignKind(original: JsonRecord, table: TypeTable, own: KindName | null): KindName {
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

function kindNameOf(node: TypedNode, format: string): KindName {
  const own = ownKind(node)
  if (own === 'note' || own === 'group') return own
  const { original } = node.config
  const table = tableOf(format)
  return isRecord(original) && table !== null
    ? foreignKind(original, table, own)
    : (own ?? kindByWords(node.type) ?? 'other')
}

/** `format`: see `sourceFormatOf`. Without it, foreign types are judged by their words. */
export const visualKindOf = (node: TypedNode, format: string): VisualKind => kindNamed(kindNameOf(node, format))
