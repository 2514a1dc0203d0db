import { useQueryClient } from '@tanstack/react-query'
import { hasSafeRetries } from '#api/query/me.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { Note } from '#ui/feedback/note.tsx'
import type { ComposerState } from './use-composer.ts'

function LinkButton({ words, onPress }: { words: string; onPress: () => void }) {
  return (
    <button type="button" className="link cursor-pointer" onClick={onPress}>
      {words}
    </button>
  )
}

/** Notices above the text field: changes by other users, and why sending failed. */
export function ComposerNotes({ state, onSend }: { state: ComposerState; onSend: () => void }) {
  const { kind, sending, otherChanges, isUnconfirmed } = state
  const isSafe = hasSafeRetries(useQueryClient())
  const retryHint = isSafe
    ? 'Sending it again does not create a duplicate.'
    : 'Check whether it appears above before you send it again.'
  return (
    <>
      <output className="grid gap-2 empty:hidden">
        {otherChanges.length > 0 && sending?.is !== 'changed' && (
          <Note tone="info" title="While you were writing">
            {otherChanges.join(' ')}
          </Note>
        )}
        {isUnconfirmed && (
          <Note tone="warn" title={`We could not confirm that this ${kind} was sent`}>
            The service has not confirmed it. {retryHint}
            <p className="mt-1">
              <LinkButton words="Send again" onPress={onSend} />
            </p>
          </Note>
        )}
      </output>
      {sending?.is === 'changed' && (
        <Note tone="bad" title="Not sent: the conversation changed while you were writing">
          {sending.changes.join(' ') || 'Someone is working on it right now.'} Your text is still here.
          <p className="mt-1">
            <LinkButton words="Send anyway" onPress={onSend} />
          </p>
        </Note>
      )}
      {sending?.is === 'failed' && (
        <div>
          <ActionError title={`The ${kind} was not sent`} error={sending.error} />
          {sending.error.status !== 404 && (
            <p className="mt-1 text-xs text-text-3">
              <LinkButton words="Try again" onPress={onSend} /> {sending.error.isTransient && retryHint}
            </p>
          )}
        </div>
      )}
    </>
  )
}
