/** Triggers of Kestra's enabled flows as channels. The key of a webhook is never shown. */
import { allowedRows } from '#server/connectors/allowed-rows.ts'
import type { ConnectorHandler } from '#server/connectors/connector.ts'
import { channelEndpoints, type ChannelRow } from '#server/connectors/channel-list.ts'
import type { FlowRow } from './flow-row.ts'
import { rowsOf } from './kestra-client.ts'
import { idOfTrigger, pathOfFlow } from './kestra-ids.ts'
import { TriggerState } from './kestra-schemas.ts'
import type { KestraState } from './kestra-state.ts'

const isWebhook = (type: string): boolean => type.endsWith('.trigger.Webhook')

interface Seen {
  /** Ids of triggers that are disabled in Kestra, not in the YAML. */
  disabled: ReadonlySet<string>
  lastCall: ReadonlyMap<string, string>
  /** False if older runs are not known. */
  isComplete: boolean
}

function channelsOf(state: KestraState, { flow, key, triggers }: FlowRow, seen: Seen): ChannelRow[] {
  const hooks = `${state.options.publicBase}${state.path(`/executions/webhook/${pathOfFlow(key)}`)}`
  return triggers.map((trigger) => {
    const id = idOfTrigger(key, trigger.id)
    const isPaused = trigger.disabled === true || seen.disabled.has(id)
    return {
      id,
      type: isWebhook(trigger.type) ? 'webhook' : 'custom',
      name: trigger.id,
      identifier: isWebhook(trigger.type) ? `${hooks}/***` : null,
      provider: trigger.type,
      status: isPaused ? 'paused' : 'connected',
      status_reason: isPaused ? 'The trigger is disabled in Kestra.' : null,
      flow: { id: flow.id, name: flow.name },
      last_event_at: seen.lastCall.get(id) ?? (seen.isComplete ? null : undefined),
      last_error: null,
      sample: false,
    }
  })
}

/** Triggers that Kestra evaluates itself and that are disabled; none if the key may not read them. */
async function disabledTriggers(state: KestraState): Promise<ReadonlySet<string>> {
  const rows = await allowedRows(rowsOf(state.client, TriggerState, state.path('/triggers/search')))
  return new Set(
    rows.flatMap(({ triggerContext: { namespace, flowId, triggerId, disabled } }) =>
      disabled === true ? [idOfTrigger({ namespace, flowId }, triggerId)] : [],
    ),
  )
}

export function channelHandlers(state: KestraState): ConnectorHandler[] {
  const all = async (): Promise<ChannelRow[]> => {
    const [{ rows }, runs, disabled] = await Promise.all([
      state.flows.read(),
      state.runs.read(),
      disabledTriggers(state),
    ])
    const lastCall = new Map<string, string>()
    // A replay keeps the trigger of the run that it repeats, and is no call.
    for (const { channel: from, trigger, started_at: at } of runs.rows)
      if (from?.id !== undefined && trigger !== 'retry' && at > (lastCall.get(from.id) ?? '')) lastCall.set(from.id, at)
    return rows
      .filter(({ flow }) => flow.status === 'active')
      .flatMap((row) => channelsOf(state, row, { disabled, lastCall, isComplete: runs.isComplete }))
  }

  return channelEndpoints({
    all,
    detailOf: ({ type }) => ({ credentials: type === 'webhook' ? { key: { set: true } } : {}, address: null }),
  })
}
