/**
 * Counts the findings of flows that were stored without counts, in the background: a migration cannot, because the
 * checks are not SQL, and lists must not wait for them. Until then, lists do not return the counts.
 */
import { validationSummaryOf } from '#flow/health/validation-summary.ts'
import type { Lifecycle } from '#server/base/lifecycle.ts'
import type { Log } from '#server/base/log.ts'
import type { MemoryAdmission } from '#server/base/memory-admission.ts'
import type { Database } from '#server/store/db/database.ts'
import { Scope } from '#server/store/db/scope.ts'
import { textOfDocument } from '#server/store/flows/flow-document.ts'
import {
  findFlowDocument,
  saveValidationSummary,
  uncheckedFlows,
  type FlowKey,
} from '#server/store/flows/validation-summaries.ts'
import type { TaskProcess } from './task-process.ts'

/** Flows per query. */
const batchSize = 100

interface Parts {
  database: Database
  tasks: TaskProcess
  largeWork: MemoryAdmission
  lifecycle: Lifecycle
  log: Log
}

async function fillOne({ database, tasks, largeWork }: Parts, { account, id }: FlowKey): Promise<void> {
  const scope = new Scope(database.db, account)
  const document = await findFlowDocument(scope, id)
  const ticket = largeWork.ticket('')
  try {
    if (document.text === null) await ticket.reserve(document.size, true)
    const lint = await tasks.lintDocument('', await textOfDocument(document, scope))
    if (document.version) await saveValidationSummary(scope, document.version, validationSummaryOf(lint))
  } finally {
    ticket.release()
  }
}

/**
 * Counts one flow after the other, until none is left or the service stops. A flow that cannot be checked is logged and
 * skipped. Several processes may do this concurrently: versions never change, so all store the same counts.
 */
export async function fillValidationSummaries(parts: Parts): Promise<void> {
  const { database, lifecycle, log } = parts
  const isStopping = () => lifecycle.state === 'stopping'
  let last: FlowKey = { account: '', id: '' }
  for (;;) {
    const flows = await uncheckedFlows(database.db, last, batchSize)
    for (const flow of flows) {
      if (isStopping()) return
      await fillOne(parts, flow).catch((error: unknown) => {
        if (!isStopping()) log.warn('counting the findings of a flow failed', { error, flow: flow.id })
      })
      last = flow
    }
    if (flows.length < batchSize) return
  }
}
