import { useState } from 'react'
import { useApiMutation } from '#api/query/query.ts'
import type { ApiError } from '#api/errors.ts'
import { conversationWork as api } from '#contract/conversation-work.ts'
import type { Input } from '#contract/kernel/kernel.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { bulkWords, bulkDoneWords } from './bulk-words.ts'
import type { BulkUndo } from './use-undo-bulk.tsx'

type BulkBody = Input<typeof api.bulk>['body']

/** A change of many, and what becomes of them in words: "resolved". */
export interface BulkWork {
  change: BulkBody['change']
  words: string
}

/** Which conversations: by ids, or by a filter with how many the person has seen. */
export type BulkTarget = Omit<BulkBody, 'change'>

/** Time to take a change back by its toast. */
const undoSeconds = 10

/** How many match now, where that was why nothing was changed. */
function countNow({ code, body }: ApiError): number | null {
  if (code !== 'conflict' || typeof body !== 'object' || body === null || !('count' in body)) return null
  return typeof body.count === 'number' ? body.count : null
}

/** A change that was not made, with what would make it. */
export interface BulkProblem {
  target: BulkTarget
  work: BulkWork
  error: ApiError
  /** Another number of conversations matches now than was seen. */
  countNow: number | null
}

/** Changes many conversations at once, and offers to take it back. It stays mounted while a toast may call it. */
export function useBulk({ remember, takeBack }: BulkUndo, onDone: () => void) {
  const bulk = useApiMutation(api.bulk)
  const [problem, setProblem] = useState<BulkProblem | null>(null)
  return {
    isBusy: bulk.isPending,
    problem,
    dismiss: () => setProblem(null),
    run: (target: BulkTarget, work: BulkWork) => {
      setProblem(null)
      // By its promise: a toast is there, and may be pressed, when the page no longer is.
      void bulk.mutateAsync({ body: { ...target, change: work.change } }).then(
        (done) => {
          const { undo_token: token, undo_until: until } = done
          const message = bulkWords(work.words, done)
          onDone()
          if (token !== null && until !== null) remember({ token, until, words: bulkDoneWords(work.words, done) })
          showToast({
            message,
            ...(token === null ? {} : { undo: { seconds: undoSeconds, onUndo: () => takeBack(token) } }),
          })
        },
        (error: ApiError) => setProblem({ target, work, error, countNow: countNow(error) }),
      )
    },
  }
}
