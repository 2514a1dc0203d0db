/** What is wrong with documents in themselves, remembered by flow: what a flow holds never changes. */
import type { Lint } from '#flow/health/lint.ts'
import { textOfDocument, type StoredDocument } from '#server/store/flows/flow-document.ts'
import type { Scope } from '#server/store/db/scope.ts'
import type { TaskProcess } from './task-process.ts'

/** Bytes from which a document is remembered: others are looked through at once. */
const largeSize = 8 * 1024
/** Bytes of all documents that are remembered, and what each counts at the least. */
const mostKept = 256 * 1024 * 1024
const leastSize = 64 * 1024

export interface FlowLint {
  of(scope: Scope, flowId: string, document: StoredDocument): Promise<Lint>
  /** Remembers what is known already. */
  keep(scope: Scope, flowId: string, size: number, lint: Lint): void
}

export function makeFlowLint(tasks: TaskProcess): FlowLint {
  // In the order of use, the oldest first.
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
      if (total <= mostKept || oldest === key) break
      drop(oldest)
    }
  }
  return {
    async of(scope, flowId, document) {
      const key = keyOf(scope, flowId)
      const known = kept.get(key)?.lint
      // Nobody waits for what another one reads, which may itself wait for a transaction to end.
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
