/** What is wrong with documents in themselves, remembered by content: a large one takes a second to look through. */
import { createHash } from 'node:crypto'
import type { Lint } from '#flow/lint.ts'
import type { TaskProcess } from './task-process.ts'

/** Characters from which a document is remembered: others are looked through in some milliseconds. */
const largeSize = 256 * 1024
/** Documents that are remembered: more large flows are hardly open at one time. */
const maxKept = 16

export interface FlowLint {
  /** `text` is a stored document. */
  of(text: string): Promise<Lint>
  /** Remembers what is known already. */
  keep(text: string, lint: Lint): void
}

export function makeFlowLint(tasks: TaskProcess): FlowLint {
  // In the order of use, the oldest first.
  const kept = new Map<string, Promise<Lint>>()
  const keyOf = (text: string) => createHash('sha256').update(text).digest('base64url')
  const use = (key: string, lint: Promise<Lint>) => {
    kept.delete(key)
    kept.set(key, lint)
    for (const oldest of [...kept.keys()].slice(0, -maxKept)) kept.delete(oldest)
  }
  return {
    async of(text) {
      if (text.length < largeSize) return tasks.lintDocument(text)
      const key = keyOf(text)
      const lint = kept.get(key) ?? tasks.lintDocument(text)
      use(key, lint)
      try {
        return await lint
      } catch (error) {
        kept.delete(key)
        throw error
      }
    },
    keep(text, lint) {
      if (text.length >= largeSize) use(keyOf(text), Promise.resolve(lint))
    },
  }
}
