/** Schedules and HTTP triggers of Windmill's flows as channels. */
import { channel, type Channel, type ChannelDetail } from '#contract/channel.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { notFound } from '#server/base/fault.ts'
import { answer, type ConnectorHandler, type Known } from '#server/connectors/connector.ts'
import { listPage } from '#server/connectors/list-page.ts'
import { idOfHttpTrigger, idOfPath, idOfSchedule } from './windmill-ids.ts'
import type { HttpTrigger, Schedule } from './windmill-schemas.ts'
import { flowPath, type WindmillState } from './windmill-state.ts'

type ChannelRow = Known<Channel> & { id: string; flow: { id: string; name: string } }

/** A channel with what its detail and its switch need. */
interface Entry {
  row: ChannelRow
  config: JsonRecord
  /** Path and body of the request that turns it on or off. */
  toggle: (isOn: boolean) => { path: string; body: JsonRecord }
}

/** When each schedule last started a run. */
async function lastCalls(state: WindmillState): Promise<(id: string) => string | null | undefined> {
  const { rows, isComplete } = await state.runs.read()
  const last = new Map<string, string>()
  for (const { channel: from, started_at: at } of rows)
    if (from?.id !== undefined && at > (last.get(from.id) ?? '')) last.set(from.id, at)
  return (id) => last.get(id) ?? (isComplete ? null : undefined)
}

/** Entries of one workspace. */
function entryMakers(state: WindmillState) {
  const { publicBase } = state.options

  const common = (path: string, summary: string | null | undefined, flow: string) => {
    const flowId = idOfPath(flow)
    return {
      name: summary || path,
      flow: { id: flowId, name: state.refOf(flowId).name ?? flow },
      last_error: null,
      sample: false,
    }
  }

  const ofSchedule = (schedule: Schedule, lastCall: string | null | undefined): Entry => {
    const { path, summary, script_path: flow, enabled, error, schedule: cron, timezone } = schedule
    return {
      row: {
        ...common(path, summary, flow),
        id: idOfSchedule(path),
        type: 'custom',
        identifier: null,
        provider: 'schedule',
        // A schedule that fails to plan its next run is turned off by Windmill, which keeps the error.
        status: error ? 'error' : enabled ? 'connected' : 'paused',
        status_reason: error || (enabled ? null : 'The schedule is turned off in Windmill.'),
        last_event_at: lastCall,
      },
      config: { cron, timezone },
      toggle: (isOn) => ({ path: `/schedules/setenabled/${flowPath(path)}`, body: { enabled: isOn } }),
    }
  }

  const ofHttpTrigger = (trigger: HttpTrigger, workspace: string): Entry => {
    const { path, summary, script_path: flow, mode = 'enabled', http_method: method } = trigger
    const scope = trigger.workspaced_route === true ? `${encodeURIComponent(workspace)}/` : ''
    return {
      row: {
        ...common(path, summary, flow),
        id: idOfHttpTrigger(path),
        type: 'webhook',
        identifier: `${publicBase}/api/r/${scope}${trigger.route_path.replace(/^\//, '')}`,
        provider: 'http',
        status: mode === 'enabled' ? 'connected' : 'paused',
        status_reason: mode === 'enabled' ? null : `The trigger is ${mode} in Windmill.`,
      },
      config: {
        method: method.toUpperCase(),
        ...(trigger.authentication_method === undefined ? {} : { authentication: trigger.authentication_method }),
      },
      toggle: (isOn) => ({
        path: `/http_triggers/setmode/${flowPath(path)}`,
        body: { mode: isOn ? 'enabled' : 'disabled' },
      }),
    }
  }

  return { ofSchedule, ofHttpTrigger }
}

export function channelHandlers(state: WindmillState): ConnectorHandler[] {
  const { ofSchedule, ofHttpTrigger } = entryMakers(state)

  const all = async (): Promise<Entry[]> => {
    const [{ schedules, httpTriggers }, { id }] = await Promise.all([
      state.triggers(),
      state.api.workspace(),
      state.flows.read(),
    ])
    const lastCall = await lastCalls(state)
    return [
      ...(schedules ?? []).map((one) => ofSchedule(one, lastCall(idOfSchedule(one.path)))),
      ...(httpTriggers ?? []).map((one) => ofHttpTrigger(one, id)),
    ]
  }

  const need = async (id: string): Promise<Entry> => {
    const found = (await all()).find(({ row }) => row.id === id)
    if (!found) throw notFound('channel')
    return found
  }

  const detailOf = ({ row, config }: Entry): Known<ChannelDetail> => {
    const status = state.flows.get(row.flow.id)?.status
    return {
      ...row,
      config,
      credentials: {},
      address: row.identifier ?? null,
      ...(status === undefined ? {} : { flow_status: status }),
    }
  }

  const turn = async (id: string, isOn: boolean) => {
    const { path, body } = (await need(id)).toggle(isOn)
    await state.api.text(path, { method: 'POST', body })
    await state.reloadTriggers()
    return detailOf(await need(id))
  }

  return [
    answer(channel.list, async ({ query, filter }) =>
      listPage(
        channel.list,
        { rows: (await all()).map(({ row }) => row), isComplete: true },
        { query: { ordering: 'name', ...query }, filter },
      ),
    ),
    answer(channel.read, async ({ params: { id } }) => detailOf(await need(id))),
    answer(channel.pause, ({ params: { id } }) => turn(id, false)),
    answer(channel.resume, ({ params: { id } }) => turn(id, true)),
  ]
}
