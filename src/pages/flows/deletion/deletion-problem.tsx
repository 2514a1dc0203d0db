import { RotateCw, Trash2 } from 'lucide-react'
import { meaningOf } from '#parts/display/load-error.tsx'
import { keep, leaveUncopied, retryLeave, type LeavingFlow } from '#parts/flows/pending-deletions.ts'
import { Button } from '#ui/controls/button.tsx'
import { uncopiedWords } from './copy-failure-words.ts'

/** Why a flow was not deleted: the service refused, or no copy of it could be kept. */
export function LeavingProblem({ flow: { id, name, state, error } }: { flow: LeavingFlow }) {
  const isUncopied = state === 'uncopied'
  const reason = isUncopied ? uncopiedWords(error) : error === null ? '' : meaningOf(error)
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2 py-1.5" role="alert" data-leaving="">
      <span className="min-w-0 whitespace-normal text-bad">
        “<bdi>{name}</bdi>” was not deleted. {reason}
      </span>
      {isUncopied && (
        <Button look="danger" icon={<Trash2 />} onClick={() => leaveUncopied(id)}>
          Delete without a copy
        </Button>
      )}
      <Button icon={<RotateCw />} onClick={() => retryLeave(id)}>
        Try again
      </Button>
      <Button onClick={() => keep(id)}>Keep it</Button>
    </div>
  )
}
