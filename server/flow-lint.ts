/** What is wrong with documents in themselves, remembered by content: a large one takes a second to look through. */
import type { Lint } from '#flow/lint.ts'
import { makeByContent } from './by-content.ts'
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
  const kept = makeByContent<Lint>(maxKept)
  const look = (text: string) => tasks.lintDocument(text)
  return {
    of: (text) => (text.length < largeSize ? look(text) : kept.of(text, () => look(text))),
    keep(text, lint) {
      if (text.length >= largeSize) kept.keep(text, lint)
    },
  }
}
