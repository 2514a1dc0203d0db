/** Starts and ends runs, with notifications and follow-up work. */
import type pg from 'pg'
import { Fault, notFound } from '#server/base/fault.ts'
import type { Log } from '#server/base/log.ts'
import { inTransaction } from '#server/store/engine/engine-db.ts'
import { findFlow } from '#server/store/engine/engine-bindings.ts'
import { cancelRun, endRunsOfFlow, openChildren } from '#server/store/engine/engine-wait.ts'
import { acceptRun, type AcceptedRun, type AcceptParts } from '#server/engine/start/accept-run.ts'
import type { RunRecovery } from '#server/engine/upkeep/run-recovery.ts'
import type { Drive } from './drive.ts'
import type { DriveParts } from './drive-parts.ts'
import type { Engine, StartRequest } from '#server/engine/engine.ts'
import { validateRunInput } from '#server/engine/start/validate-input.ts'
import type { EventBus } from '#server/engine/events/events.ts'
import { flowDeleted } from './run-end.ts'

interface ControlParts extends AcceptParts {
  pool: pg.Pool
  log: Log
  events: EventBus
  recovery: RunRecovery
  drives: ReadonlyMap<string, Drive>
  isStopping(): boolean
}

export interface RunControl {
  validateInput: (request: StartRequest) => Promise<StartRequest>
  start: Engine['start']
  startChild: DriveParts['startChild']
  cancel: (account: string, run: string) => Promise<void>
  /** Ends the suspended runs of a deleted flow. */
  endRunsOfDeletedFlow: (account: string, flowId: string) => Promise<void>
  afterCommit: DriveParts['afterCommit']
}

interface RunIds {
  account: string
  id: string
  flowId: string
  conversationId: string | null
}

const ignoreFault = (error: unknown): void => {
  if (!(error instanceof Fault)) throw error
}

const runPublisher =
  (events: EventBus) =>
  ({ account, id, flowId, conversationId }: RunIds, change: 'created' | 'changed') =>
    events.publish(account, {
      noun: 'run',
      id,
      change,
      flow: flowId,
      ...(conversationId === null ? {} : { conversation: conversationId }),
    })

export function makeControl(parts: ControlParts): RunControl {
  const { pool, log, events, recovery, drives, now } = parts

  const publishRun = runPublisher(events)

  const afterStart = (account: string, { runId, flowId, conversationId, isNew, isBlocked }: AcceptedRun) => {
    if (!isNew) return
    publishRun({ account, id: runId, flowId, conversationId }, 'created')
    if (isBlocked) recovery.scheduleCount()
  }

  const afterEnd = (account: string, run: string, parent: string | null) => {
    recovery.scheduleCount()
    if (parent === null) return
    // If the process dies here, run recovery notifies the parent.
    recovery
      .notifyParent(account, parent)
      .catch((error: unknown) => log.warn('a parent run was not notified', { run, error }))
  }

  const validateInput: RunControl['validateInput'] = (request) => validateRunInput(parts, pool, request)

  const start: RunControl['start'] = async (request, tx, alongside) => {
    if (parts.isStopping()) throw new Fault('unavailable', 'The service is stopping.')
    const accepted = tx
      ? await acceptRun(parts, tx, request, alongside)
      : await validateInput(request).then((ready) =>
          inTransaction(pool, (client) => acceptRun(parts, client, ready, alongside)),
        )
    const notify = () => afterStart(request.account, accepted)
    if (!tx) notify()
    return { runId: accepted.runId, isNew: accepted.isNew, notify: tx ? notify : () => {} }
  }

  const cancel: RunControl['cancel'] = async (account, run) => {
    const outcome = await inTransaction(pool, (client) => cancelRun(client, account, run, now()))
    if (outcome.was === 'missing') throw notFound('run')
    if (outcome.was === 'ended')
      throw new Fault('not_ready', 'This run has already ended.', { more: { validation: [] } })
    for (const child of await openChildren(pool, account, run)) await cancel(account, child).catch(ignoreFault)
    if (outcome.was === 'running') return drives.get(run)?.cancel()
    publishRun({ account, id: run, flowId: outcome.flowId, conversationId: outcome.conversationId }, 'changed')
    afterEnd(account, run, outcome.parentRun)
  }

  return {
    validateInput,
    start,
    cancel,
    async startChild(run, key, { flow, input }) {
      const flowId = await findFlow(pool, run.account, flow)
      if (flowId === null)
        throw new Fault('not_found', `No flow has the id or name “${flow}”, or several flows have this name.`)
      const { account, conversationId: id, conversationNumber, channel, isTest } = run
      const { runId } = await start({
        account,
        flowId,
        trigger: 'subflow',
        triggerNodeId: null,
        input,
        sourceKey: `sub:${run.id}:${key}`,
        isTest,
        conversation: id === null ? null : { id, number: conversationNumber ?? 0 },
        channel,
        parent: { runId: run.id, key },
      })
      return runId
    },
    async endRunsOfDeletedFlow(account, flowId) {
      for (const { id, conversationId, parentRun } of await endRunsOfFlow(pool, account, flowId, now(), flowDeleted)) {
        publishRun({ account, id, flowId, conversationId }, 'changed')
        afterEnd(account, id, parentRun)
      }
    },
    afterCommit(run, hasEnded) {
      publishRun(run, 'changed')
      if (hasEnded) afterEnd(run.account, run.id, run.parentRun)
    },
  }
}
