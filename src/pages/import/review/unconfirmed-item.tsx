import { CircleHelp, RotateCw } from 'lucide-react'
import { Link } from 'react-router'
import type { CreationLookup } from '#parts/flows/find-created-flow.ts'
import { TimeText } from '#parts/display/time.tsx'
import { flowPath } from '#ui/paths.ts'
import { Button } from '#ui/controls/button.tsx'
import { ReviewItem } from './review-item.tsx'
import type { UnsureResolution } from '#pages/import/use-import.ts'

/** Result of the lookup in the service, in words. */
function Found({ name, lookup }: { name: string; lookup: CreationLookup | null }) {
  if (lookup === null) return 'Checking whether it was imported…'
  if (lookup.is === 'unknown') return 'We could not check whether the flow was imported.'
  if (lookup.is === 'none') return `No new flow named “${name}” was found.`
  const { id, name: found, createdAt } = lookup.flow
  return (
    <>
      It may have been imported:{' '}
      <Link className="link" to={flowPath(id)} dir="auto">
        {found}
      </Link>
      {createdAt === '' ? (
        ', creation time unknown.'
      ) : (
        <>
          , created <TimeText at={createdAt} />.
        </>
      )}
    </>
  )
}

/**
 * Item of the review after a lost response, if the service does not deduplicate writes: shows whether the flow was
 * found in the service, and asks the user what to do.
 */
export function UnconfirmedItem({
  name,
  lookup,
  lockedReason,
  onResolve,
}: {
  /** The name under which the flow was sent. */
  name: string
  lookup: CreationLookup | null
  lockedReason: string | null
  onResolve: (how: UnsureResolution) => void
}) {
  return (
    <ReviewItem icon={CircleHelp} tone="warn" title="It may have been imported">
      <p className="text-text-2" role="alert">
        The response was lost, and repeating the import may create a duplicate. <Found name={name} lookup={lookup} />
      </p>
      {lookup !== null && (
        <div className="flex flex-wrap gap-2">
          {lookup.is === 'found' ? (
            <Button reason={lockedReason} onClick={() => onResolve('accept')}>
              Use this flow
            </Button>
          ) : (
            <Button icon={<RotateCw />} onClick={() => onResolve('look')}>
              Check again
            </Button>
          )}
          <Button reason={lockedReason} onClick={() => onResolve('send')}>
            Import again
          </Button>
        </div>
      )}
    </ReviewItem>
  )
}
