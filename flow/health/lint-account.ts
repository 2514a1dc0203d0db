/** What a flow needs beyond what it is bound to: a model for its agents, and channels that bring in what its triggers wait for. */
import type { Finding, Node } from '#contract/flow.ts'
import { noChannelStarts } from './finding-codes.ts'
import { quoted, type FindingCollector } from './findings.ts'
import { requestedModel } from '#flow/requested-model.ts'
import { channelOf } from '#flow/requires.ts'
import { textOf } from '#lib/json/json.ts'

/** What there is around a flow. */
export interface AccountState {
  /** Null = no model can be asked. `usual` stands in where an agent names none; null = none does. */
  model: { usual: string | null } | null
  /** The models that tools name, by the key that the flow has for the tool. */
  toolModels: Readonly<Record<string, string>>
  /** Types of the channels that start the flow. */
  starting: readonly string[]
  /** Channels by the key that the flow has for them, and what they start. */
  bound: Readonly<Record<string, { name: string; starts: 'this' | 'another' | 'none' }>>
  /** Channels that start no flow are given to this one when it is activated. */
  isActive: boolean
}

/** As plain data, in the order of the nodes; nodes that are switched off need nothing. */
export interface AccountNeeds {
  /** `model` is what the node says itself; `tool` the key of the tool that it is. */
  agents: { node: string; name: string; model: string; tool: string | null }[]
  /** `channel` is the key of the one that is listened to; null = any. */
  listeners: { node: string; name: string; kind: 'webhook' | 'message'; channel: string | null }[]
}

export function accountNeeds(nodes: readonly Node[]): AccountNeeds {
  const needs: AccountNeeds = { agents: [], listeners: [] }
  for (const node of nodes) {
    if (node.disabled) continue
    const { id, name, type, tool, config } = node
    const { kind } = config
    if (type === 'agent') needs.agents.push({ node: id, name, model: textOf(config['model']), tool })
    if (type === 'trigger' && (kind === 'webhook' || kind === 'message'))
      needs.listeners.push({ node: id, name, kind, channel: channelOf(node) })
  }
  return needs
}

/** Why an agent can never ask; null where it can. */
function agentTrouble({ name, model, tool }: AccountNeeds['agents'][number], around: AccountState): string | null {
  if (!around.model)
    return `${quoted(name)} needs a model, but none is configured. Ask your administrator to set MODEL_BASE_URL.`
  const named = model === '' && tool !== null ? (around.toolModels[tool] ?? '') : model
  if (requestedModel(named, around.model.usual) !== '') return null
  // A tool that is missing is told as such.
  if (model === '' && tool !== null && !Object.hasOwn(around.toolModels, tool)) return null
  return `${quoted(name)} names no model, and there is no default model. Name one, or ask your administrator to set MODEL_NAME.`
}

/** Why nothing comes in by a trigger; null where something does. */
function listenerTrouble(
  { name, kind, channel }: AccountNeeds['listeners'][number],
  around: AccountState,
): string | null {
  if (kind === 'message' && channel !== null) {
    // One that is not chosen is told as missing.
    const bound = Object.hasOwn(around.bound, channel) ? around.bound[channel] : undefined
    if (!bound || bound.starts === 'this' || (bound.starts === 'none' && !around.isActive)) return null
    const what = bound.starts === 'another' ? 'another flow' : 'no flow'
    return `${quoted(name)} waits for messages from ${quoted(bound.name)}, but that channel starts ${what}.`
  }
  if (around.starting.some((type) => (type === 'webhook') === (kind === 'webhook'))) return null
  return kind === 'webhook'
    ? `${quoted(name)} waits for a webhook, but no webhook channel starts this flow.`
    : `${quoted(name)} waits for messages, but no message channel starts this flow.`
}

export function accountFindings(
  { agents, listeners }: AccountNeeds,
  around: AccountState,
  found: FindingCollector,
): void {
  const add = (level: Finding['level'], code: string, message: string | null, node: string) => {
    if (message !== null) found.add(level, code, message, { node })
  }
  for (const agent of agents) add('error', 'missing_model', agentTrouble(agent, around), agent.node)
  // No error: such a flow runs by hand, and the channel may come later.
  for (const listener of listeners) add('warning', noChannelStarts, listenerTrouble(listener, around), listener.node)
}
