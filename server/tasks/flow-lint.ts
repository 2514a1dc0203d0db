/** Findings of documents, cached by flow: a document never changes. */
import type { Lint } from '#flow/health/lint.ts'
import { textOfDocument, type StoredDocument } from '#server/store/flows/flow-document.ts'
import type { Scope } from '#server/store/db/scope.ts'
import type { TaskProcess } from './task-process.ts'

/** Minimum bytes of cached documents: smaller ones are checked each time. */
const largeSize = 8 * 1024
/** Maximum total bytes of cached documents, and minimum that each counts. */
const maxCachedBytes = 256 * 1024 * 1024
const leastSize = 64 * 1024

export interface FlowLint {
  of(scope: Scope, flowId: string, document: StoredDocument): Promise<Lint>
  /** Stores known findings. */
  keep(scope: Scope, flowId: string, size: number, lint: Lint): void
}

export function makeFlowLint(tasks: TaskProcess): FlowLint {
  // In order of use, least recent first.
  const kept = new Map<string, { size: number; lint: Promise<Lint> }>()
  let total = 0
  const keyOf = ({ account }: Scope, flowId: string) => JSON.stringify([account, flowId])
  const drop = (key: string) => {
    total -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }
  const use = (key: string, size: number, lint: Promise<Lint>) => {
    drop(key)
    kept.set(key, { size: Math.max(size, leastSize), lint })
    total += Math.max(size, leastSize)
    for (const oldest of kept.keys()) {
      if (total <= maxCachedBytes || oldest === key) break
      drop(oldest)
    }
  }
  return {
    async of(scope, flowId, document) {
      const key = keyOf(scope, flowId)
      const known = kept.get(key)?.lint
      // Concurrent requests do not share the reading, which may itself wait for the end of a transaction.
      const text = known ? '' : await textOfDocument(document, scope)
      const lint = known ?? kept.get(key)?.lint ?? tasks.lintDocument(scope.account, text)
      if (document.size < largeSize) return lint
      use(key, document.size, lint)
      try {
        return await lint
      } catch (error) {
        drop(key)
        throw error
      }
    },
    keep(scope, flowId, size, lint) {
      if (size >= largeSize) use(keyOf(scope, flowId), size, Promise.resolve(lint))
    },
  }
}
