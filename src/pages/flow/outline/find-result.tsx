import { ChevronDown, ChevronUp } from 'lucide-react'
import { Button, IconButton } from '#ui/controls/button.tsx'
import type { Find } from './use-find.ts'

/** Number of matches and the current one, with buttons to step; without matches, a message. */
export function FindResult({
  find: { matchesText, matches, errors, setText },
  at,
  onStep,
}: {
  find: Find
  /** The current match, from 0; -1 = none. */
  at: number
  onStep: (by: 1 | -1) => void
}) {
  const total = matches?.length ?? 0
  const words =
    matches === null || total === 0
      ? ''
      : at === -1
        ? `${total.toLocaleString()} found`
        : `${(at + 1).toLocaleString()} of ${total.toLocaleString()}`
  return (
    <div className="grid gap-1.5 px-3 pb-2 text-xs empty:hidden">
      <div className={total === 0 ? 'sr-only' : 'flex items-center gap-1'}>
        <span role="status" className="mr-auto text-text-2">
          {words}
        </span>
        {total > 0 && (
          <>
            <IconButton label="Previous match" icon={<ChevronUp />} onClick={() => onStep(-1)} />
            <IconButton label="Next match" icon={<ChevronDown />} onClick={() => onStep(1)} />
          </>
        )}
      </div>
      {matches !== null && total === 0 && (
        <div role="alert" className="grid justify-items-start gap-1.5">
          <p className="wrap-anywhere text-text-2">
            No step matches <bdi className="font-medium text-text">{matchesText}</bdi>.
          </p>
          <Button onClick={() => setText('')}>Reset</Button>
        </div>
      )}
      {errors.map((fault) => (
        <p key={fault} className="wrap-anywhere text-text-2">
          {fault}
        </p>
      ))}
    </div>
  )
}
