import { useQueryClient } from '@tanstack/react-query'
import { Check, Reply, Send, StickyNote, TextQuote, TriangleAlert } from 'lucide-react'
import { Suspense, useRef, useState, type FocusEvent, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useWriteReason } from '#api/query/me.ts'
import { maxText } from '#contract/kernel/limits.ts'
import type { Conversation } from '#contract/conversation.ts'
import { isAbsent } from '#lib/absent.ts'
import { channelTypeWord } from '#parts/channels/channel-type.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { channelPath } from '#ui/paths.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'
import { Segments } from '#ui/controls/segments.tsx'
import type { ComposerKind } from './composer-drafts.ts'
import { requestComposerFocus } from '#pages/inbox/focus-targets.ts'
import { CannedMenu } from './canned/canned-menu.tsx'
import { missingValues, missingWords } from './canned/fill-reply.ts'
import { useCannedMenu, type CannedMenuState } from './canned/use-canned-menu.ts'
import { ComposerNotes } from './composer-notes.tsx'
import { findConversation } from '#pages/inbox/thread/conversation-cache.ts'
import { opensNext } from '#pages/inbox/triage/use-triage-flow.ts'
import { useComposerFocus } from './use-composer-focus.ts'
import { useComposer } from './use-composer.ts'
import { useTriageTools } from '#pages/inbox/triage/use-triage.ts'

const CannedReplyDialog = lazyPart(
  async () => (await import('#parts/canned-replies/canned-reply-dialog.tsx')).CannedReplyDialog,
)

const kindForms: Record<ComposerKind, { label: string; icon: ReactNode; verb: string }> = {
  reply: { label: 'Reply', icon: <Reply />, verb: 'Send' },
  note: { label: 'Note', icon: <StickyNote />, verb: 'Add note' },
}

/** Displayed keys. Ctrl and Command both work on every system. */
const isMac = /Mac|iP(?:hone|ad)/.test(navigator.userAgent)
const sendKeys = isMac ? '⌘⏎' : 'Ctrl ⏎'
const resolveKeys = isMac ? '⌘⇧⏎' : 'Ctrl ⇧ ⏎'

const ButtonKeys = ({ keys }: { keys: string }) => (
  <kbd aria-hidden="true" className="max-lg:hidden pointer-coarse:hidden">
    {keys}
  </kbd>
)

/** Where the text is sent, shown beside the choice of reply or note; nothing for a reply that cannot be sent. */
function destinationOf(kind: ComposerKind, { channel, sample }: Conversation, obstacle: string | null): string {
  if (obstacle !== null) return ''
  if (kind === 'note') return 'for colleagues only, never sent'
  if (sample) return 'Sample channel – replies are simulated.'
  return channel === null || isAbsent(channel.type) ? '' : `Sends via ${channelTypeWord(channel.type)}`
}

/** Choice between reply and note, if both are supported, and where the text is sent. */
function KindChoice({
  kinds,
  kind,
  destination,
  onKind,
}: {
  kinds: readonly ComposerKind[]
  kind: ComposerKind
  destination: string
  onKind: (kind: ComposerKind) => void
}) {
  const options = kinds.map((one) => ({ value: one, label: kindForms[one].label, icon: kindForms[one].icon }))
  return (
    <div className="flex items-center gap-3">
      {kinds.length > 1 && <Segments label="Reply or note" value={kind} options={options} onValue={onKind} />}
      <span className="min-w-0 text-xs leading-4 text-text-3">{destination}</span>
    </div>
  )
}

/** Why no reply can be sent, with a link to the channel if that is where it is fixed. */
function ObstacleNote({ obstacle, conversation }: { obstacle: string | null; conversation: Conversation }) {
  const { channel, can_reply: canReply } = conversation
  if (obstacle === null) return null
  return (
    <Note tone="warn">
      {obstacle}
      {canReply && channel !== null && (
        <>
          {' '}
          <Link className="link" to={channelPath(channel.id)}>
            Open the channel
          </Link>
        </>
      )}
    </Note>
  )
}

/** Why the text is too long to send; null if it is not. */
const lengthProblem = (text: string): string | null =>
  text.length <= maxText
    ? null
    : `Use at most ${maxText.toLocaleString()} characters. This text has ${text.length.toLocaleString()}.`

/** Focuses the text with the first missing value selected, so that typing replaces it; else with the caret at its end. */
function selectMissing(area: HTMLTextAreaElement | null): void {
  if (area === null) return
  area.focus()
  const [name] = missingValues(area.value)
  const start = name === undefined ? -1 : area.value.indexOf('{{')
  if (start === -1) area.setSelectionRange(area.value.length, area.value.length)
  else area.setSelectionRange(start, area.value.indexOf('}}', start) + 2)
}

/** The buttons below the text. */
function ComposerButtons({
  kind,
  canned,
  reason,
  busy,
  onResolve,
}: {
  kind: ComposerKind
  canned: CannedMenuState
  reason: string | null
  busy: boolean
  /** Sends the text and resolves the conversation; null if the conversation cannot be resolved. */
  onResolve: (() => void) | null
}) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {canned.isOffered && (
        <Button
          variant="quiet"
          className="mr-auto"
          icon={<TextQuote />}
          aria-expanded={canned.isOpen}
          onClick={canned.toggle}
        >
          <span className="max-sm:sr-only">Canned replies</span>
          <ButtonKeys keys="/" />
        </Button>
      )}
      {kind === 'reply' && onResolve !== null && (
        <Button icon={<Check />} reason={reason} busy={busy} onClick={onResolve}>
          Send and resolve
          <ButtonKeys keys={resolveKeys} />
        </Button>
      )}
      <Button
        type="submit"
        variant="primary"
        icon={kind === 'reply' ? <Send /> : <StickyNote />}
        reason={reason}
        busy={busy}
      >
        {busy ? 'Sending' : kindForms[kind].verb}
        <ButtonKeys keys={sendKeys} />
      </Button>
    </div>
  )
}

/** Composer below a thread: a reply, which is sent through the channel, or an internal note. */
export function Composer({
  conversation,
  draftKey,
  kinds,
}: {
  conversation: Conversation
  draftKey: string
  /** Supported kinds of text, at least one. */
  kinds: readonly ComposerKind[]
}) {
  const client = useQueryClient()
  const { triage, upcoming, lockedReason } = useTriageTools()
  const readOnly = useWriteReason()
  const state = useComposer(conversation, draftKey, kinds)
  const { kind, text, obstacle } = state
  const field = useRef<HTMLTextAreaElement>(null)
  const isSending = state.sending?.is === 'sending'
  const canResolve = lockedReason === null && conversation.status !== 'resolved'
  const isReply = kind === 'reply' && obstacle === null
  const insert = (words: string) => {
    state.setText(words)
    // After the next render, which has the new text.
    setTimeout(() => selectMissing(field.current), 0)
  }
  const canned = useCannedMenu({ conversation, text: isReply && !isSending ? text : null, onInsert: insert })
  const [savedText, setSavedText] = useState<string | null>(null)
  const missing = isReply ? missingWords(text) : null
  const reason = obstacle ?? lengthProblem(text) ?? missing ?? canned.unfinished

  useComposerFocus({ field, id: conversation.id, kinds, state, obstacle: readOnly ?? obstacle })
  const focusedKind = useRef<ComposerKind | null>(null)
  // The caret starts at the end of a stored draft; a click into the text moves it afterwards.
  const moveCaretToEnd = ({ currentTarget: area }: FocusEvent<HTMLTextAreaElement>) => {
    if (focusedKind.current !== kind) area.setSelectionRange(area.value.length, area.value.length)
    focusedKind.current = kind
  }
  const submit = async (andResolve = false) => {
    if (readOnly !== null || reason !== null || isSending) return
    const isTyping = document.activeElement === field.current
    const message = await state.send()
    const now = findConversation(client, conversation.id)
    if (message === null || !andResolve || now === undefined) return
    const next = opensNext.get() === 'on' ? upcoming.get() : null
    // Writing continues in the next conversation, unless another one was opened meanwhile.
    if (isTyping && next !== null && field.current !== null) requestComposerFocus(next.id)
    void triage.apply(now, { status: 'resolved' })
  }
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (canned.onKey(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void submit(event.shiftKey && kind === 'reply' && canResolve)
    } else if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      // Esc only leaves the field; a second Esc closes the conversation.
      event.preventDefault()
      event.currentTarget.closest('section')?.querySelector<HTMLElement>('.messages')?.focus()
    }
  }
  if (readOnly !== null) return <p className="composer text-text-3">{readOnly}</p>
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <div className="composer-area">
      {canned.isOpen && <CannedMenu state={canned} text={text} onSave={setSavedText} />}
      <form className={`composer ${kind === 'note' ? 'of-note' : ''}`} aria-label="Write" onSubmit={onSubmit}>
        <KindChoice
          kinds={kinds}
          kind={kind}
          destination={destinationOf(kind, conversation, obstacle)}
          onKind={state.setKind}
        />
        <ObstacleNote obstacle={obstacle} conversation={conversation} />
        <ComposerNotes state={state} onSend={() => void submit()} />
        {(obstacle === null || text !== '') && (
          <>
            <span className="input">
              <textarea
                ref={field}
                aria-label={kindForms[kind].label}
                rows={2}
                dir="auto"
                value={text}
                readOnly={isSending}
                aria-keyshortcuts="Control+Enter"
                {...canned.fieldProps}
                onChange={(event) => state.setText(event.target.value)}
                onKeyDown={onKey}
                onFocus={moveCaretToEnd}
              />
            </span>
            {missing !== null && (
              <p role="status" className="flex items-start gap-1.5 text-xs text-warn">
                <TriangleAlert className="xs mt-0.5 flex-none" />
                {missing}
              </p>
            )}
            <ComposerButtons
              kind={kind}
              canned={canned}
              reason={reason}
              busy={isSending}
              onResolve={canResolve ? () => void submit(true) : null}
            />
          </>
        )}
      </form>
      <Suspense>
        {savedText !== null && <CannedReplyDialog reply={null} text={savedText} onClose={() => setSavedText(null)} />}
      </Suspense>
    </div>
  )
}
