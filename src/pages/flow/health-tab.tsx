import { CircleCheck } from 'lucide-react'
import { useMemo } from 'react'
import { ActionError } from '#parts/action-error.tsx'
import { Note } from '#ui/note.tsx'
import { Bindings } from './bindings.tsx'
import { findingGroups } from './finding-groups.ts'
import { FindingSection } from './finding-section.tsx'
import { ReadingColumn } from './reading-column.tsx'
import type { TabProps } from './tab-content.tsx'

/** What is wrong with a flow, what that means, and what it needs here before it can run. */
export function HealthTab({ open, lockedReason, refused }: TabProps) {
  const { flow } = open
  const groups = useMemo(() => findingGroups(flow), [flow])
  const errors = groups.find(({ level }) => level === 'error')?.count ?? 0
  return (
    <ReadingColumn>
      {refused !== null &&
        (errors > 0 ? (
          <Note tone="bad" title="The flow was not activated">
            {refused.detail} Mend what stands under “Keeps the flow from running”, then activate it again.
          </Note>
        ) : (
          <ActionError title="The flow was not activated" error={refused} />
        ))}
      {groups.length === 0 && (
        <p className="flex items-center gap-2 text-text-2">
          <CircleCheck className="text-ok" />
          Nothing was found. The flow can run as it is.
        </p>
      )}
      {groups.map((group) => (
        <FindingSection key={group.level} group={group} />
      ))}
      <Bindings open={open} lockedReason={lockedReason} />
    </ReadingColumn>
  )
}
