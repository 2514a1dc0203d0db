import { useMe } from '#api/query/me.ts'
import type { Conversation } from '#contract/conversation.ts'
import { useShortcuts } from '#ui/browser/shortcut.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { useComposerKinds } from '#pages/inbox/composer/composer-kinds.ts'
import { focusComposer } from '#pages/inbox/focus-targets.ts'
import { triageFields, triageNames, type TriageName } from './triage-fields.ts'
import { moreButtonId, snoozeButtonId, triageKeys } from './triage-keys.ts'
import { undoLastChange } from './offered-undos.ts'
import type { TriageTools } from './use-triage.ts'

const noTarget = 'No conversation is open. Open one with j or k, or with Enter.'

/**
 * Triage shortcuts for the open conversation, and only for it: nobody resolves what they have not seen. A held key acts
 * once. `isDisabled`: only writing is possible.
 */
export function useTriageKeys(
  open: Conversation | null,
  { triage, lockedReason, choose }: TriageTools,
  isDisabled: boolean,
): void {
  const me = useMe()?.person ?? null
  const kinds = useComposerKinds()

  const withOpen = (run: (conversation: Conversation) => void) => (event: KeyboardEvent) => {
    if (event.repeat) return
    if (open === null) showToast({ message: noTarget })
    else if (lockedReason === null) run(triage.withPendingChanges(open))
    else showToast({ message: lockedReason })
  }
  const openChooser = (kind: TriageName) =>
    withOpen((conversation) => {
      const anchor =
        (kind === 'snoozed_until' && document.getElementById(snoozeButtonId)) || document.getElementById(moreButtonId)
      if (anchor !== null) choose(kind, conversation, anchor)
    })
  const write = (kind: 'reply' | 'note') => () => {
    if (open === null) showToast({ message: noTarget })
    else if (kinds.length > 0) focusComposer(open.id, kind)
    else showToast({ message: `This service does not support ${kind === 'reply' ? 'replies' : 'notes'}.` })
  }
  const keys = {
    [triageKeys.resolve]: withOpen((conversation) => {
      void triage.apply(conversation, { status: conversation.status === 'resolved' ? 'open' : 'resolved' })
    }),
    [triageKeys.toMe]: withOpen((conversation) => {
      if (me !== null && conversation.assignee?.id !== me.id)
        void triage.apply(conversation, { assignee: { id: me.id, name: me.name } })
    }),
    [triageKeys.undo]: (event: KeyboardEvent) => {
      if (!event.repeat && !undoLastChange()) showToast({ message: 'There is no recent change to undo.' })
    },
    ...Object.fromEntries(
      triageNames.flatMap((name) => {
        const { key } = triageFields[name]
        return key === undefined ? [] : [[key, openChooser(name)]]
      }),
    ),
  }
  useShortcuts({
    ...(isDisabled ? {} : keys),
    [triageKeys.reply]: write('reply'),
    [triageKeys.note]: write('note'),
  })
}
