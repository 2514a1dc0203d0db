/** Checks of a flow against its account: models for agents, and channels for triggers. */
import type { Finding, Node } from '#contract/flow.ts'
import { noChannelStarts } from './finding-codes.ts'
import { quoted, type FindingCollector } from './findings.ts'
import { requestedModel } from '#flow/node-kind.ts'
import { channelOf } from '#flow/requires.ts'
import { textOf } from '#lib/json/json.ts'

/** State of the account that the checks need. */
export interface AccountState {
  /** Null = no model is configured. `defaultModel`: default model for agents that name none; null = no default. */
  model: { defaultModel: string | null } | null
  /** Models of tools, by the key that the flow uses for the tool. */
  toolModels: Readonly<Record<string, string>>
  /** Types of the channels that start the flow. */
  starting: readonly string[]
  /** Channels by the key that the flow uses; `starts` tells which flow the channel starts. */
  bound: Readonly<Record<string, { name: string; starts: 'this' | 'another' | 'none' }>>
  /** Whether the flow is active. Activation assigns it the bound channels that start no flow yet. */
  isActive: boolean
}

/** Models and channels that a flow needs, in the order of the nodes, without disabled nodes. */
export interface AccountNeeds {
  /** `model`: named by the node itself; `tool`: key of the node's tool. */
  agents: { node: string; name: string; model: string; tool: string | null }[]
  /** `channel`: key of the channel that the trigger listens to; null = any. */
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

/** Why an agent cannot call a model; null if it can. */
function agentProblem({ name, model, tool }: AccountNeeds['agents'][number], account: AccountState): string | null {
  if (!account.model)
    return `${quoted(name)} needs a model, but none is configured. Ask your administrator to set MODEL_BASE_URL.`
  const modelName = model === '' && tool !== null ? (account.toolModels[tool] ?? '') : model
  if (requestedModel(modelName, account.model.defaultModel) !== '') return null
  // A missing tool is reported separately.
  if (model === '' && tool !== null && !Object.hasOwn(account.toolModels, tool)) return null
  return `${quoted(name)} has no model, and there is no default model. Enter one, or ask your administrator to set MODEL_NAME.`
}

/** Why a trigger receives nothing; null if nothing prevents it. */
function listenerProblem(
  { name, kind, channel }: AccountNeeds['listeners'][number],
  account: AccountState,
): string | null {
  if (kind === 'message' && channel !== null) {
    // A key without a binding is reported as missing.
    const bound = Object.hasOwn(account.bound, channel) ? account.bound[channel] : undefined
    if (!bound || bound.starts === 'this' || (bound.starts === 'none' && !account.isActive)) return null
    const what = bound.starts === 'another' ? 'another flow' : 'no flow'
    return `${quoted(name)} waits for messages from ${quoted(bound.name)}, but that channel starts ${what}.`
  }
  if (account.starting.some((type) => (type === 'webhook') === (kind === 'webhook'))) return null
  return kind === 'webhook'
    ? `${quoted(name)} waits for a webhook, but no webhook channel starts this flow.`
    : `${quoted(name)} waits for messages, but no message channel starts this flow.`
}

export function accountFindings(
  { agents, listeners }: AccountNeeds,
  account: AccountState,
  found: FindingCollector,
): void {
  const add = (level: Finding['level'], code: string, message: string | null, node: string) => {
    if (message !== null) found.add(level, code, message, { node })
  }
  for (const agent of agents) add('error', 'missing_model', agentProblem(agent, account), agent.node)
  // Not an error: such a flow can be run manually, and the channel may be added later.
  for (const listener of listeners) add('warning', noChannelStarts, listenerProblem(listener, account), listener.node)
}
