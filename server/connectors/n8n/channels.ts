/** Triggers of n8n's active workflows as channels. */
import type { Channel } from '#contract/channel.ts'
import type { ConnectorHandler } from '#server/connectors/connector.ts'
import { channelEndpoints, type ChannelRow } from '#server/connectors/channel-list.ts'
import type { N8nState } from './n8n-state.ts'
import type { TriggerNode, WorkflowRow } from './workflow-row.ts'

/** Types of channels by the beginning of a trigger's type; all others are "custom". */
const typeByTrigger: readonly (readonly [string, Channel['type']])[] = [
  ['webhook', 'webhook'],
  ['form', 'webhook'],
  ['chat', 'webchat'],
  ['manualChat', 'webchat'],
  ['email', 'email'],
  ['gmail', 'email'],
  ['microsoftOutlook', 'email'],
  ['telegram', 'telegram'],
  ['whatsApp', 'whatsapp'],
  ['slack', 'slack'],
  ['twilio', 'sms'],
]

/** Triggers that nobody outside calls. */
const inner =
  /^(?:manualTrigger|executeWorkflowTrigger|errorTrigger|start|evaluationTrigger|n8nTrigger|workflowTrigger)$/

const typeOf = (type: string): Channel['type'] =>
  typeByTrigger.find(([start]) => type.startsWith(start))?.[1] ?? 'custom'

/** Path below the address of n8n at which a trigger is called; null for those that n8n itself polls. */
function addressOf({ type, path }: TriggerNode): string | null {
  if (path === null) return null
  if (type.startsWith('form')) return `/form/${path}`
  if (type.startsWith('chat')) return `/webhook/${path}/chat`
  return type === 'webhook' ? `/webhook/${path}` : null
}

/** The channels of a workflow; none if it is not active. */
export const channelRefs = ({ flow, triggers }: WorkflowRow) =>
  flow.status === 'active'
    ? triggers
        .filter(({ type }) => !inner.test(type))
        .map((trigger) => ({
          trigger,
          ref: { id: `${flow.id}.${trigger.id}`, name: trigger.name, type: typeOf(trigger.type) },
        }))
    : []

function channelsOf(row: WorkflowRow, lastCall: string | null | undefined, base: string): ChannelRow[] {
  const { flow } = row
  return channelRefs(row).map(({ trigger, ref }) => {
    const address = addressOf(trigger)
    return {
      ...ref,
      identifier: address === null ? null : `${base}${address}`,
      provider: trigger.type,
      status: 'connected',
      status_reason: null,
      flow: { id: flow.id, name: flow.name },
      last_event_at: lastCall,
      last_error: null,
      ...(flow.created_at === undefined ? {} : { created_at: flow.created_at }),
      sample: false,
    }
  })
}

export function channelHandlers(state: N8nState): ConnectorHandler[] {
  const { publicBase } = state.options

  const all = async (): Promise<ChannelRow[]> => {
    const { rows } = await state.workflows.read()
    const { rows: runs, isComplete } = await state.runs.read()
    const lastCall = new Map<string, string>()
    // Runs of people and retries are no calls.
    for (const { flow, started_at: at, trigger } of runs)
      if (trigger !== 'manual' && trigger !== 'retry' && at > (lastCall.get(flow.id) ?? '')) lastCall.set(flow.id, at)
    return rows.flatMap((row) => {
      // A run does not say which of several triggers began it.
      const last = row.triggers.length > 1 ? undefined : (lastCall.get(row.flow.id) ?? (isComplete ? null : undefined))
      return channelsOf(row, last, publicBase)
    })
  }

  return channelEndpoints({ all })
}
