import { isGiven } from '#lib/absent.ts'
import { ActionError } from '#parts/action-error.tsx'
import { Note } from '#ui/note.tsx'
import { Bindings } from './bindings.tsx'
import { Findings } from './findings.tsx'
import { ReadingColumn } from './reading-column.tsx'
import type { TabProps } from './tab-content.tsx'

/** What is wrong with a flow, what that means, and what it needs here before it can run. */
export function HealthTab({ open, lockedReason, refused }: TabProps) {
  const { flow, data } = open
  const hasErrors = flow.validation.some(({ level }) => level === 'error')
  return (
    <ReadingColumn>
      {refused !== null &&
        (hasErrors ? (
          <Note tone="bad" title="The flow was not activated">
            {refused.detail} Mend what stands under “Keeps the flow from running”, then activate it again.
          </Note>
        ) : (
          <ActionError title="The flow was not activated" error={refused} />
        ))}
      <Findings flow={flow} data={data}>
        {isGiven(flow, 'bindings') && <Bindings open={open} lockedReason={lockedReason} />}
      </Findings>
    </ReadingColumn>
  )
}
