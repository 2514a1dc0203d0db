/** Findings of documents, cached by version, since the document of a version never changes. */
import type { Lint } from '#flow/health/lint.ts'
import { textOfDocument, type DocumentVersion, type StoredDocument } from '#server/store/flows/flow-document.ts'
import type { Scope } from '#server/store/db/scope.ts'
import type { TaskProcess } from './task-process.ts'

/** Minimum bytes of cached documents: smaller ones are checked each time. */
const largeSize = 8 * 1024
/** Maximum total bytes of cached documents, and minimum that each counts. */
const maxCachedBytes = 256 * 1024 * 1024
const minCountedSize = 64 * 1024

export interface FlowLint {
  /** Findings of a document; those of one that is not stored yet are not cached. */
  getOrLint(scope: Scope, document: StoredDocument): Promise<Lint>
  /** Stores known findings. Not to be called before the version is committed: its number may be given again. */
  set(scope: Scope, version: DocumentVersion, size: number, lint: Lint): void
}

export function makeFlowLint(tasks: TaskProcess): FlowLint {
  // In order of use, least recent first.
  const cache = new Map<string, { size: number; lint: Promise<Lint> }>()
  let total = 0
  const keyOf = ({ account }: Scope, { flowId, number }: DocumentVersion) => JSON.stringify([account, flowId, number])
  const evict = (key: string) => {
    total -= cache.get(key)?.size ?? 0
    cache.delete(key)
  }
  const touch = (key: string, size: number, lint: Promise<Lint>) => {
    evict(key)
    cache.set(key, { size: Math.max(size, minCountedSize), lint })
    total += Math.max(size, minCountedSize)
    for (const oldest of cache.keys()) {
      if (total <= maxCachedBytes || oldest === key) break
      evict(oldest)
    }
  }
  return {
    async getOrLint(scope, document) {
      if (document.version === null) return tasks.lintDocument(scope.account, await textOfDocument(document, scope))
      const key = keyOf(scope, document.version)
      const known = cache.get(key)?.lint
      // Concurrent requests do not share the reading, which may itself wait for the end of a transaction.
      const text = known ? '' : await textOfDocument(document, scope)
      const lint = known ?? cache.get(key)?.lint ?? tasks.lintDocument(scope.account, text)
      if (document.size < largeSize) return lint
      touch(key, document.size, lint)
      try {
        return await lint
      } catch (error) {
        evict(key)
        throw error
      }
    },
    set(scope, version, size, lint) {
      if (size >= largeSize) touch(keyOf(scope, version), size, Promise.resolve(lint))
    },
  }
}
