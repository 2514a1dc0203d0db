import { Bookmark } from 'lucide-react'
import { useWriteReason } from '#api/query/me.ts'
import type { InboxView } from '#pages/inbox/inbox-view.ts'
import { unreadableFilterReason } from '#parts/views/view-changes.tsx'
import type { BuiltInView } from '#shell/navigation/built-in-views.ts'
import { Button } from '#ui/controls/button.tsx'

/** A changed built-in view: save it under a name, or reset it. */
export function BuiltInViewChanges({
  builtIn,
  view,
  onQuery,
  onSave,
}: {
  builtIn: BuiltInView
  view: InboxView
  onQuery: (query: URLSearchParams) => void
  /** Undefined if the service does not support views. */
  onSave: (() => void) | undefined
}) {
  const locked = useWriteReason()
  return (
    <span className="view-changes">
      <span role="status">Changed</span>
      {onSave !== undefined && (
        <Button
          variant="quiet"
          icon={<Bookmark />}
          reason={locked ?? (view.filters.refused.length > 0 ? unreadableFilterReason : null)}
          onClick={onSave}
        >
          Save as view…
        </Button>
      )}
      <Button variant="quiet" onClick={() => onQuery(new URLSearchParams(builtIn.query))}>
        Reset
      </Button>
    </span>
  )
}
