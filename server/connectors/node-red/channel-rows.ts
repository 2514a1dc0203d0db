/** Nodes of Node-RED that receive something from outside, as channels. Pure. */
import type { Channel, ChannelStatus } from '#contract/channel.ts'
import { numberOf, textOf, type JsonRecord } from '#lib/json/json.ts'
import type { Known } from '#server/connectors/connector.ts'
import { idOfItem, isPlaced, nameOf, typeOf, type FlowsIndex, type Sheet } from './flows-index.ts'

export type ChannelRow = Known<Channel> & {
  id: string
  name: string
  type: Channel['type']
  /** Path below the address of the nodes that senders call; null if there is none. */
  path: string | null
  /** Settings that may be shown. */
  config: Record<string, string>
}

/** Receiving nodes: Node-RED's own, and those of well-known packages. Others cannot be told from their type. */
const typeByNode: ReadonlyMap<string, Channel['type']> = new Map([
  ['http in', 'webhook'],
  ['websocket in', 'custom'],
  ['mqtt in', 'custom'],
  ['tcp in', 'custom'],
  ['udp in', 'custom'],
  ['e-mail in', 'email'],
  ['telegram receiver', 'telegram'],
  ['telegram command', 'telegram'],
  ['telegram event', 'telegram'],
  ['slack-in', 'slack'],
  ['slack-rtm-in', 'slack'],
  ['twilio in', 'sms'],
])

/** An inject node that starts by itself: "every 5 s", a cron expression; null for those that a person presses. */
function scheduleOf(item: JsonRecord): string | null {
  if (typeOf(item) !== 'inject') return null
  const cron = textOf(item['crontab'])
  if (cron !== '') return cron
  const seconds = numberOf(item['repeat']) ?? 0
  return seconds > 0 ? `every ${seconds} s` : null
}

const withSlash = (path: string): string => (path.startsWith('/') ? path : `/${path}`)

interface Facts {
  identifier: string | null
  path: string | null
  config: Record<string, string>
}

/** What identifies a receiving node to those who call it. */
function factsOfNode(item: JsonRecord, configs: FlowsIndex['configs']): Facts {
  const schedule = scheduleOf(item)
  if (schedule !== null) return { identifier: schedule, path: null, config: { schedule } }
  const type = typeOf(item)
  if (type === 'http in') {
    const method = (textOf(item['method']) || 'get').toUpperCase()
    const url = textOf(item['url'])
    if (url === '') return { identifier: null, path: null, config: { method } }
    return { identifier: `${method} ${withSlash(url)}`, path: withSlash(url), config: { method, url } }
  }
  if (type === 'websocket in') {
    const url = textOf(configs.get(textOf(item['server']))?.['path'])
    return url === ''
      ? { identifier: null, path: null, config: {} }
      : { identifier: withSlash(url), path: withSlash(url), config: { url } }
  }
  const topic = type === 'mqtt in' ? textOf(item['topic']) : ''
  return { identifier: topic || null, path: null, config: topic === '' ? {} : { topic } }
}

/** A node receives if neither it nor its tab is disabled. */
function statusOfNode(tab: JsonRecord, item: JsonRecord): { status: ChannelStatus; status_reason: string | null } {
  if (tab['disabled'] === true) return { status: 'paused', status_reason: 'The flow is disabled.' }
  if (item['d'] === true) return { status: 'paused', status_reason: 'The node is disabled.' }
  return { status: 'connected', status_reason: null }
}

/** The channels of a tab. Whether a node reaches its broker or server is not in the admin API. */
export const channelsOf = ({ id, owner, items }: Sheet, { configs }: FlowsIndex): ChannelRow[] =>
  items
    .filter((item) => isPlaced(item) && (typeByNode.has(typeOf(item)) || scheduleOf(item) !== null))
    .map((item) => {
      const facts = factsOfNode(item, configs)
      const named = textOf(item['name'])
      return {
        ...facts,
        ...statusOfNode(owner, item),
        id: idOfItem(item),
        type: typeByNode.get(typeOf(item)) ?? 'custom',
        name: named || facts.identifier || typeOf(item),
        provider: typeOf(item),
        flow: { id, name: nameOf(owner) },
        sample: false,
      }
    })
