/**
 * Scheduled starts with the scheduler of DBOS, which stores schedules in the database and fires once per time across
 * all processes. The source key of the run consists of flow, trigger and time, so that a time that fires twice (clock
 * set back, call repeated after a crash) starts one run. Times at which no process was running are skipped.
 */
import { DBOS, type ScheduledWorkflowFn } from '@dbos-inc/dbos-sdk'
import type pg from 'pg'
import { z } from 'zod'
import { Fault } from '#server/base/fault.ts'
import type { Log } from '#server/base/log.ts'
import { activeFlowBody, scheduledFlows } from '#server/store/engine/engine-schedule.ts'
import { readFlowDocument } from '#server/store/flows/flow-document.ts'
import type { Engine } from '#server/engine/engine.ts'
import { scheduleTimesOf, type ScheduleTime } from './schedule-times.ts'

const workflowName = 'schedule'
/**
 * Times older than this (in ms) are skipped: the scheduler fires them late if the machine was suspended or its clock
 * was set forward. Normally the scheduler is up to 10 s late, to spread starts.
 */
const maxDelayMs = 60_000

/** Payload stored with a schedule. */
const Target = z.object({ account: z.string(), flow: z.string(), node: z.string() })
type Target = z.infer<typeof Target>

/** Source of the run of one scheduled time (`run.source_key`). */
export const scheduleSource = (flow: string, node: string, at: Date): string =>
  `schedule:${flow}:${node}:${at.toISOString()}`

const prefixOf = (account: string, flow: string) => `${account}/${flow}/`
const nameOf = ({ account, flow, node }: Target) => `${prefixOf(account, flow)}${node}`

export interface Schedules {
  /** Updates the schedules of a flow to its current state. Must not be called within a transaction. */
  updateSchedules(account: string, flow: string): Promise<void>
  /** Updates the schedules of all flows, at start: a crash may have interrupted earlier updates. */
  reconcile(): Promise<void>
}

interface Parts {
  pool: pg.Pool
  log: Log
  now: () => Date
  start: Engine['start']
}

/** To be called before DBOS is launched, because it registers the function that DBOS calls. */
export function makeSchedules({ pool, log, now, start }: Parts): Schedules {
  const fire: ScheduledWorkflowFn = DBOS.registerWorkflow(
    async (at: Date, context: unknown) => {
      const { account, flow, node } = Target.parse(context)
      const time = at.toISOString()
      const facts = { flow, node, time }
      if (now().getTime() - at.getTime() > maxDelayMs) {
        log.info('a scheduled time was skipped', facts)
        return
      }
      try {
        await start({
          account,
          flowId: flow,
          trigger: 'schedule',
          triggerNodeId: node,
          input: { scheduled_at: time },
          sourceKey: scheduleSource(flow, node, at),
          isTest: false,
        })
      } catch (error) {
        // For example, the flow was paused or deleted, or too many runs are queued. Only logged, as there is no caller.
        if (!(error instanceof Fault)) throw error
        log.warn('a scheduled run was refused', { ...facts, code: error.code, why: error.message })
      }
    },
    { name: workflowName },
  )

  const timesOf = async (account: string, flow: string): Promise<ScheduleTime[]> => {
    const body = await activeFlowBody(pool, account, flow)
    if (body === null) return []
    const { nodes, settings } = readFlowDocument(body)
    return scheduleTimesOf(nodes, settings).times
  }

  const updateSchedules = async (account: string, flow: string): Promise<void> => {
    const times = await timesOf(account, flow)
    const wanted = times.map(({ node, cron, zone }) => ({
      scheduleName: nameOf({ account, flow, node }),
      workflowFn: fire,
      schedule: cron,
      cronTimezone: zone,
      context: { account, flow, node },
    }))
    const prefix = prefixOf(account, flow)
    const names = new Set(wanted.map(({ scheduleName }) => scheduleName))
    const existing = await DBOS.listSchedules({ scheduleNamePrefix: prefix })
    for (const { scheduleName } of existing)
      if (scheduleName.startsWith(prefix) && !names.has(scheduleName)) await DBOS.deleteSchedule(scheduleName)
    // applySchedules leaves unchanged schedules as they are.
    if (wanted.length > 0) await DBOS.applySchedules(wanted)
  }

  return {
    updateSchedules,
    async reconcile() {
      const flows = await scheduledFlows(pool)
      const known = new Set(flows.map(({ account, flow }) => prefixOf(account, flow)))
      for (const { scheduleName, workflowName: calls } of await DBOS.listSchedules())
        if (calls === workflowName && ![...known].some((prefix) => scheduleName.startsWith(prefix)))
          await DBOS.deleteSchedule(scheduleName)
      for (const { account, flow } of flows) await updateSchedules(account, flow)
    },
  }
}
