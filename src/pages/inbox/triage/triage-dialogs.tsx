import { Suspense, useState, type ReactNode } from 'react'
import { useExtension, useLacks, useWriteReason } from '#api/query/me.ts'
import type { Conversation } from '#contract/conversation.ts'
import type { TriageName } from './triage-fields.ts'
import { TriageContext, type Triage, type TriageTools } from './use-triage.ts'
import { useTriageKeys } from './use-triage-keys.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

const SnoozeDialog = lazyPart(async () => (await import('./snooze-dialog.tsx')).SnoozeDialog)

const TriageConflictDialog = lazyPart(async () => (await import('./triage-conflict-dialog.tsx')).TriageConflictDialog)
const TriageFailure = lazyPart(async () => (await import('./triage-failure.tsx')).TriageFailure)
const TriageChooser = lazyPart(async () => (await import('./triage-chooser.tsx')).TriageChooser)

interface OpenChooser {
  kind: TriageName
  conversation: Conversation
  anchor: HTMLElement
  /** The element that had the focus before; it gets the focus back. */
  previousFocus: Element | null
}

/** Shortcuts, value lists and error messages for triage in the inbox. */
export function TriageDialogs({
  triage,
  upcoming,
  open,
  isBulk,
  children,
}: {
  triage: Triage
  upcoming: TriageTools['upcoming']
  open: Conversation | null
  /** Rows are selected, so shortcuts apply to them. */
  isBulk: boolean
  children: ReactNode
}) {
  const reason = useWriteReason()
  const hasDetail = useExtension('conversation_detail')
  const hasNoEdit = useLacks('conversation.edit')
  const lockedReason = hasDetail && !hasNoEdit ? reason : 'This service does not support changing conversations.'
  const [openChooser, setOpenChooser] = useState<OpenChooser | null>(null)
  const [snoozedConversation, setSnoozedConversation] = useState<Conversation | null>(null)
  const tools = {
    triage,
    upcoming,
    lockedReason,
    choose: (kind: TriageName, conversation: Conversation, anchor: HTMLElement) =>
      setOpenChooser({ kind, conversation, anchor, previousFocus: document.activeElement }),
  }
  useTriageKeys(open, tools, isBulk)
  const { problem, conflict } = triage
  return (
    <TriageContext value={tools}>
      <Suspense>
        {problem !== null && (
          <TriageFailure
            problem={problem}
            onRetry={() => void triage.apply(problem.before, problem.change)}
            onClose={triage.dismiss}
          />
        )}
      </Suspense>
      {children}
      <Suspense>
        {openChooser !== null && (
          <TriageChooser
            kind={openChooser.kind}
            conversation={openChooser.conversation}
            anchor={openChooser.anchor}
            onChange={(change) => void triage.apply(openChooser.conversation, change)}
            onOtherTime={() => setSnoozedConversation(openChooser.conversation)}
            onClose={() => {
              setOpenChooser(null)
              if (openChooser.previousFocus instanceof HTMLElement)
                openChooser.previousFocus.focus({ preventScroll: true })
            }}
          />
        )}
        {snoozedConversation !== null && (
          <SnoozeDialog
            name={`#${snoozedConversation.number}`}
            onClose={() => setSnoozedConversation(null)}
            onSnooze={(at) => {
              setSnoozedConversation(null)
              void triage.apply(snoozedConversation, { snoozed_until: at })
            }}
          />
        )}
        {conflict !== null && (
          <TriageConflictDialog
            conflict={conflict}
            onTheirs={triage.dismiss}
            onMine={() => void triage.apply(conflict.theirs, conflict.change)}
          />
        )}
      </Suspense>
    </TriageContext>
  )
}
