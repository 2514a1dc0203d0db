/**
 * Reads the searchable texts of new documents, in the background: a write must not wait for them, and the documents of
 * an earlier version, of a backup and of the sample are read in the same way.
 */
import type { Lifecycle } from '#server/base/lifecycle.ts'
import type { Log } from '#server/base/log.ts'
import type { MemoryAdmission } from '#server/base/memory-admission.ts'
import type { DefinitionText } from '#flow/find/definition-text.ts'
import type { Database } from '#server/store/db/database.ts'
import { Scope } from '#server/store/db/scope.ts'
import { textOfDocument } from '#server/store/flows/flow-document.ts'
import { pendingTexts, saveText, type PendingText } from '#server/store/flows/flow-text.ts'
import { findFlowDocument } from '#server/store/flows/validation-summaries.ts'
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

const noText: DefinitionText = { nodes: [], lines: [] }

async function fillOne({ database, tasks, largeWork, lifecycle, log }: Parts, pending: PendingText): Promise<void> {
  const scope = new Scope(database.db, pending.account)
  const document = await findFlowDocument(scope, pending.flow)
  const ticket = largeWork.ticket('')
  try {
    if (document.text === null) await ticket.reserve(document.size, true)
    const text = await textOfDocument(document, scope)
    const read = await tasks.readDefinitionText('', text).catch((error: unknown) => {
      if (lifecycle.state === 'stopping') throw error
      // Not tried again: it would fail again.
      log.warn('reading the search text of a flow failed', { error, flow: pending.flow })
      return noText
    })
    await saveText(scope, pending, read)
  } finally {
    ticket.release()
  }
}

/**
 * Reads one text after the other, until none is pending or the service stops. A flow for which the database or memory
 * was missing stays pending. Several processes may do this concurrently.
 */
export async function fillFlowTexts(parts: Parts): Promise<void> {
  const { database, lifecycle, log } = parts
  const isStopping = () => lifecycle.state === 'stopping'
  let last = 0n
  for (;;) {
    const pending = await pendingTexts(database.db, last, batchSize)
    for (const one of pending) {
      if (isStopping()) return
      await fillOne(parts, one).catch((error: unknown) => {
        if (!isStopping()) log.warn('storing the search text of a flow failed', { error, flow: one.flow })
      })
      last = one.revision
    }
    if (pending.length < batchSize) return
  }
}
