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
export interface BulkChange {
  change: BulkBody['change']
  words: string
}

/** The conversations to change: ids, or a filter with the number of matches shown to the user. */
export type BulkTarget = Omit<BulkBody, 'change'>

/** Seconds for which the toast offers Undo; after that, the page menu does. */
const undoSeconds = 10

/** The current number of matches, if the request was rejected because it differs from the expected one; else null. */
function countNow({ code, body }: ApiError): number | null {
  if (code !== 'conflict' || typeof body !== 'object' || body === null || !('count' in body)) return null
  return typeof body.count === 'number' ? body.count : null
}

/** A change that was not applied, with the request to retry it. */
export interface BulkProblem {
  target: BulkTarget
  change: BulkChange
  error: ApiError
  /** The current number of matches, if it differs from the one shown to the user. */
  currentCount: number | null
}

/** Changes many conversations in one request, and offers to undo it. */
export function useBulk({ remember, undo }: BulkUndo, onDone: () => void) {
  const bulk = useApiMutation(api.bulk)
  const [problem, setProblem] = useState<BulkProblem | null>(null)
  return {
    isBusy: bulk.isPending,
    problem,
    dismiss: () => setProblem(null),
    run: (target: BulkTarget, change: BulkChange) => {
      setProblem(null)
      // mutateAsync, because callbacks passed to mutate do not run after the component was unmounted.
      void bulk.mutateAsync({ body: { ...target, change: change.change } }).then(
        (done) => {
          const { undo_token: token, undo_until: until } = done
          const message = bulkWords(change.words, done)
          onDone()
          if (token !== null && until !== null) remember({ token, until, words: bulkDoneWords(change.words, done) })
          showToast({
            message,
            ...(token === null ? {} : { undo: { seconds: undoSeconds, onUndo: () => undo(token) } }),
          })
        },
        (error: ApiError) => setProblem({ target, change, error, currentCount: countNow(error) }),
      )
    },
  }
}
