import { RotateCw, Trash2 } from 'lucide-react'
import { failureMeaning } from '#parts/display/load-error.tsx'
import {
  cancelDeletion,
  deleteWithoutCopy,
  retryDeletion,
  type PendingDeletion,
} from '#parts/flows/pending-deletions.ts'
import { Button } from '#ui/controls/button.tsx'
import type { ApiError } from '#api/errors.ts'

/** Why no copy of a flow could be stored; `error` null = because of the browser's storage. */
export const copyFailureWords = (error: ApiError | null): string =>
  error === null
    ? 'No copy could be stored: browser storage is full or unavailable, or the flow is too large.'
    : `No copy could be stored. ${failureMeaning(error)}`

/** Why a flow was not deleted: the service refused, or no copy of it could be stored. */
export function DeletionProblem({ flow: { id, name, state, error } }: { flow: PendingDeletion }) {
  const isUncopied = state === 'uncopied'
  const reason = isUncopied ? copyFailureWords(error) : error === null ? '' : failureMeaning(error)
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2 py-1.5" role="alert" data-leaving="">
      <span className="min-w-0 whitespace-normal text-bad">
        “<bdi>{name}</bdi>” was not deleted. {reason}
      </span>
      {isUncopied && (
        <Button variant="danger" icon={<Trash2 />} onClick={() => deleteWithoutCopy(id)}>
          Delete without a copy
        </Button>
      )}
      <Button icon={<RotateCw />} onClick={() => retryDeletion(id)}>
        Try again
      </Button>
      <Button onClick={() => cancelDeletion(id)}>Keep it</Button>
    </div>
  )
}
