import { useEffect, useRef } from 'react'
import type { ApiError } from '#api/errors.ts'
import type { Conversation } from '#contract/conversation.ts'
import { LoadError } from '#parts/display/load-error.tsx'
import { LoadNote } from '#parts/display/load-note.tsx'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { Delayed } from '#ui/feedback/skeleton.tsx'
import { ArrowLeft } from 'lucide-react'
import { ConversationHead } from './conversation-head.tsx'
import { OpenThread } from './open-thread.tsx'
import { NextStrip } from '#pages/inbox/triage/next-strip.tsx'
import { useTriageTools } from '#pages/inbox/triage/use-triage.ts'

function LoadingHead() {
  return (
    <Delayed>
      <output className="thread-head" aria-label="Loading the conversation">
        <span className="skeleton w-[40%]" />
      </output>
    </Delayed>
  )
}

/** The open conversation: its header and its thread. Esc closes it. */
export function ConversationPane({
  id,
  isSettled,
  conversation,
  error,
  wasClicked,
  onRetry,
  onClose,
  onContact,
}: {
  id: string
  /** Whether its messages may be requested: not while the user steps through the list. */
  isSettled: boolean
  /** Null while it is loading, or if it could not be loaded. */
  conversation: Conversation | null
  error: ApiError | null
  /** The conversation was opened by clicking its row, so the focus moves to its heading. */
  wasClicked: boolean
  onRetry: () => void
  onClose: () => void
  onContact: (() => void) | null
}) {
  const { triage, lockedReason } = useTriageTools()
  const heading = useRef<HTMLHeadingElement>(null)
  const focused = useRef<string | null>(null)
  const isThere = conversation !== null
  useEffect(() => {
    if (!wasClicked || !isThere || focused.current === id) return
    focused.current = id
    heading.current?.focus({ preventScroll: true })
  }, [wasClicked, isThere, id])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc is handled for the whole pane
    <section
      className="thread"
      aria-label="Conversation"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      {conversation !== null ? (
        <>
          <ConversationHead
            conversation={triage.withPendingChanges(conversation)}
            heading={heading}
            onClose={onClose}
            onContact={onContact}
          />
          {error !== null && (
            <div className="flex-none px-3 pt-3">
              <LoadNote what="This conversation" error={error} onRetry={onRetry} />
            </div>
          )}
          <OpenThread conversation={conversation} isSettled={isSettled} />
          {lockedReason === null && <NextStrip />}
        </>
      ) : error === null ? (
        <LoadingHead />
      ) : (
        <>
          <div className="thread-head sm:hidden">
            <IconButton label="Back to list" icon={<ArrowLeft />} onClick={onClose} />
          </div>
          <LoadError what="This conversation" error={error} onRetry={onRetry}>
            <Button size="md" onClick={onClose}>
              Close
            </Button>
          </LoadError>
        </>
      )}
    </section>
  )
}
