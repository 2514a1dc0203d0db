/** Triggers of Activepieces' enabled flows as channels. */
import type { ConnectorHandler } from '#server/connectors/connector.ts'
import { channelEndpoints, type ChannelRow } from '#server/connectors/channel-list.ts'
import { api } from './activepieces-client.ts'
import { Flags } from './activepieces-schemas.ts'
import type { ActivepiecesState } from './activepieces-state.ts'

export function channelHandlers(state: ActivepiecesState): ConnectorHandler[] {
  const all = async (): Promise<ChannelRow[]> => {
    const { WEBHOOK_URL_PREFIX: hooks } = await state.client.json(Flags, `${api}/flags`)
    const { rows } = await state.flows.read()
    const runs = await state.runs.read()
    const lastCall = new Map<string, string>()
    // A test and a call by another flow do not come from the trigger.
    for (const { flow, is_test: isTest, parent_run: parent, started_at: at } of runs.rows)
      if (isTest !== true && parent == null && at > (lastCall.get(flow.id) ?? '')) lastCall.set(flow.id, at)
    return rows
      .filter(({ flow, trigger }) => flow.status === 'active' && trigger.piece !== '')
      .map(({ flow, trigger }) => ({
        id: flow.id,
        type: trigger.type,
        name: trigger.name,
        identifier: trigger.type === 'webhook' ? `${hooks}/${flow.id}` : null,
        provider: trigger.piece,
        status: 'connected',
        status_reason: null,
        flow: { id: flow.id, name: flow.name },
        last_event_at: lastCall.get(flow.id) ?? (runs.isComplete ? null : undefined),
        last_error: null,
        sample: false,
      }))
  }

  return channelEndpoints({ all })
}
