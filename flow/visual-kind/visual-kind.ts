/**
 * The kind that a node is shown as: one of about 24 with an icon and a colour, also for nodes of other products. How a
 * node behaves is its `NodeKind` (flow/node-kind.ts).
 */
import type { Node } from '#contract/flow.ts'
import { kindOf } from '#flow/node-kind.ts'
import { isRecord, recordOf, textOf, type JsonRecord } from '#lib/json/json.ts'
import { kindNamed, type KindName, type VisualKind } from './kinds.ts'

export type TypedNode = Pick<Node, 'type' | 'config'>

/** The format of the file that a flow was read from, by which `foreignKindsOf` finds its table; "" if unknown. */
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
  return /mail|outlook|imap|smtp/i.test(channel) ? 'mail' : 'chat-app'
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

/** The kind of a node by its type in its product; `own` is that of the type that the reader chose. */
export type ForeignKindOf = (node: TypedNode, own: KindName | null) => KindName

function kindNameOf(node: TypedNode, foreignKindOf: ForeignKindOf | null): KindName {
  const own = ownKind(node)
  if (own === 'note' || own === 'group') return own
  return foreignKindOf?.(node, own) ?? own ?? 'other'
}

/** Whether types of other products decide about the kinds of a flow's nodes. */
export const hasForeignTypes = (nodes: readonly TypedNode[]): boolean =>
  nodes.some(({ type, config }) => kindOf(type) === 'unknown' || isRecord(config['original']))

/**
 * `foreignKindOf`: see `foreignKindsOf`, whose tables are large and apart for that reason; null if the flow has no types
 * of other products.
 */
export const visualKindOf = (node: TypedNode, foreignKindOf: ForeignKindOf | null): VisualKind =>
  kindNamed(kindNameOf(node, foreignKindOf))
