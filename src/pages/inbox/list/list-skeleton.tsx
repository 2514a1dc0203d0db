import { Delayed } from '#ui/feedback/skeleton.tsx'

/** Number of skeleton rows. */
const firstRows = 10

export const SkeletonRow = () => (
  <div className="conversation-row" aria-hidden="true">
    <span className="channel" />
    <span className="skeleton w-[46%]" />
    <span className="when" />
    <span className="skeleton w-[72%]" />
  </div>
)

/** Skeleton of the list until its first rows are loaded. */
export const ListSkeleton = () => (
  <Delayed>
    <output aria-label="Loading">
      {Array.from({ length: firstRows }, (_, row) => (
        <span key={row} className="block h-[77px]">
          <SkeletonRow />
        </span>
      ))}
    </output>
  </Delayed>
)
