import { useState } from 'react'
import { useApiMutation } from '#api/query/query.ts'
import type { ApiError } from '#api/errors.ts'
import { conversationWork as api } from '#contract/conversation-work.ts'
import type { Input } from '#contract/kernel/endpoint.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { bulkWords, bulkDoneWords } from './bulk-words.ts'
import type { BulkUndo } from './use-undo-bulk.tsx'

type BulkBody = Input<typeof api.bulk>['body']

/** A bulk change, with its text: "resolved". */
export interface BulkWork {
  change: BulkBody['change']
  words: string
}

/** The conversations: by ids, or by a filter with the number that the user has seen. */
export type BulkTarget = Omit<BulkBody, 'change'>

/** Time to undo a change by its toast. */
const undoSeconds = 10

/** The current number of matches, if a different number was the reason for the refusal. */
function countNow({ code, body }: ApiError): number | null {
  if (code !== 'conflict' || typeof body !== 'object' || body === null || !('count' in body)) return null
  return typeof body.count === 'number' ? body.count : null
}

/** A change that was not applied, with the request to retry it. */
export interface BulkProblem {
  target: BulkTarget
  work: BulkWork
  error: ApiError
  /** The current number of matches differs from the one seen. */
  countNow: number | null
}

/** Changes many conversations in one request, and offers to undo it. It stays mounted while a toast may call it. */
export function useBulk({ remember, takeBack }: BulkUndo, onDone: () => void) {
  const bulk = useApiMutation(api.bulk)
  const [problem, setProblem] = useState<BulkProblem | null>(null)
  return {
    isBusy: bulk.isPending,
    problem,
    dismiss: () => setProblem(null),
    run: (target: BulkTarget, work: BulkWork) => {
      setProblem(null)
      // By its promise: the toast may be clicked after the page was unmounted.
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
