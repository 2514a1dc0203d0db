/** Request to retry a run that has ended. Each run that did not succeed is retried once, unless the input is changed. */
import type { Json } from '#lib/json/json.ts'
import { Fault, invalid } from '#server/base/fault.ts'
import type { StartRequest } from '#server/engine/engine.ts'
import type { RunToRetry } from '#server/store/engine/engine-bindings.ts'

/** Statuses that allow a retry from the failed step. */
const failedStatuses: ReadonlySet<string> = new Set(['failed', 'cancelled', 'timed_out', 'blocked'])

const notReady = (detail: string) => new Fault('not_ready', detail, { more: { validation: [] } })

export const alreadyRetried = (): Fault => notReady('This run was already retried. Open its retry instead.')

interface Retry {
  account: string
  /** Id of the run to retry. */
  run: string
  before: RunToRetry
  from?: 'failed' | 'start' | undefined
  /** Other input; only from the start. */
  input?: Json | undefined
}

/** Faults: 409 `not_ready` if the run cannot be retried, 400 for other input with a retry from the failed step. */
export function retryRequest({ account, run, before, from: requested, input }: Retry): StartRequest {
  const hasFailed = failedStatuses.has(before.status)
  const isOtherInput = input !== undefined
  if (!before.isOver) throw notReady('This run has not ended. Cancel it or wait until it ends.')
  if (requested === 'failed' && !hasFailed) throw notReady('This run did not fail. Run it again from the start.')
  // The steps of a sample run have no outputs that later steps could use.
  const from = before.sample || !hasFailed ? 'start' : (requested ?? 'failed')
  if ((requested ?? from) === 'failed' && isOtherInput)
    throw invalid(
      'input',
      'To change the input, run the flow again from the start. A retry reuses the steps with their original input.',
    )
  const isOnce = hasFailed && !isOtherInput
  if (isOnce && before.retriedAs !== null) throw alreadyRetried()
  return {
    account,
    flowId: before.flowId,
    trigger: 'retry',
    triggerNodeId: before.triggerNodeId,
    input: input ?? before.input,
    // Two people who retry the same run at the same time start one run.
    sourceKey: isOnce ? `retry:${run}` : null,
    isTest: before.isTest,
    conversation: before.conversation,
    channel: before.channel,
    // Reused steps belong to the version that executed them; a run never mixes two.
    version: from === 'failed' ? before.flowVersion : null,
    retryOf: { runId: run, attempt: before.attempt, from, isOtherInput },
  }
}
