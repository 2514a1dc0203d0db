import { useState, type ReactNode } from 'react'
import { useWriteReason } from '#api/me.ts'
import type { Conversation } from '#contract/conversation.ts'
import { ActionError } from '#parts/action-error.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { SnoozeDialog } from './snooze-dialog.tsx'
import { TriageChooser } from './triage-chooser.tsx'
import { TriageContext, type ChooserKind, type Triage, type TriageProblem } from './use-triage.ts'
import { useTriageKeys } from './use-triage-keys.ts'

interface Choosing {
  kind: ChooserKind
  conversation: Conversation
  anchor: HTMLElement
  /** What had the focus before: it comes back there. */
  before: Element | null
}

function Problem({ problem, onRetry, onClose }: { problem: TriageProblem; onRetry: () => void; onClose: () => void }) {
  return (
    <div className="flex-none p-3">
      <ActionError title={`#${problem.before.number} was not changed`} error={problem.error} />
      <p className="mt-1 flex gap-3">
        {problem.error.status !== 404 && (
          <button type="button" className="link cursor-pointer" onClick={onRetry}>
            Try again
          </button>
        )}
        <button type="button" className="link cursor-pointer" onClick={onClose}>
          Leave it
        </button>
      </p>
    </div>
  )
}

/** What the inbox changes conversations with: keys, lists to choose from, and what is said where a change did not go through. */
export function TriageDesk({
  triage,
  open,
  children,
}: {
  triage: Triage
  open: Conversation | null
  children: ReactNode
}) {
  const lockedReason = useWriteReason()
  const [choosing, setChoosing] = useState<Choosing | null>(null)
  const [snoozing, setSnoozing] = useState<Conversation | null>(null)
  const tools = {
    triage,
    lockedReason,
    choose: (kind: ChooserKind, conversation: Conversation, anchor: HTMLElement) =>
      setChoosing({ kind, conversation, anchor, before: document.activeElement }),
  }
  useTriageKeys(open, tools)
  const { problem, conflict } = triage
  return (
    <TriageContext value={tools}>
      {problem !== null && (
        <Problem
          problem={problem}
          onRetry={() => triage.apply(problem.before, problem.change)}
          onClose={triage.dismiss}
        />
      )}
      {children}
      {choosing !== null && (
        <TriageChooser
          kind={choosing.kind}
          conversation={choosing.conversation}
          anchor={choosing.anchor}
          onChange={(change) => triage.apply(choosing.conversation, change)}
          onOtherTime={() => setSnoozing(choosing.conversation)}
          onClose={() => {
            setChoosing(null)
            if (choosing.before instanceof HTMLElement) choosing.before.focus({ preventScroll: true })
          }}
        />
      )}
      {snoozing !== null && (
        <SnoozeDialog
          number={snoozing.number}
          onClose={() => setSnoozing(null)}
          onSnooze={(at) => {
            setSnoozing(null)
            triage.apply(snoozing, { snoozed_until: at })
          }}
        />
      )}
      {conflict !== null && (
        <ConflictDialog
          conflict={conflict}
          onTheirs={triage.dismiss}
          onMine={() => triage.apply(conflict.theirs, conflict.change)}
        />
      )}
    </TriageContext>
  )
}
