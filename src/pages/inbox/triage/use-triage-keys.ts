import { useQueryClient } from '@tanstack/react-query'
import { useMe } from '#api/query/me.ts'
import type { Conversation } from '#contract/conversation.ts'
import { useShortcuts } from '#ui/browser/shortcut.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { findConversation } from '#pages/inbox/thread/conversation-cache.ts'
import { triageFields, triageNames, type TriageName } from './triage-fields.ts'
import { triageKeys, moreButtonId } from './triage-keys.ts'
import type { TriageTools } from './use-triage.ts'

const noTarget = 'No conversation is focused. Select one with j or k first.'

/** The conversation that a shortcut applies to, and the anchor of its lists. */
interface Target {
  conversation: Conversation
  anchor: HTMLElement
}

/** Triage shortcuts for the open conversation, else for the focused row. `isDisabled`: they are disabled. */
export function useTriageKeys(
  open: Conversation | null,
  { triage, lockedReason, choose }: TriageTools,
  isDisabled: boolean,
): void {
  const client = useQueryClient()
  const me = useMe()?.person ?? null

  const target = (): Target | null => {
    const row = document.activeElement?.closest<HTMLElement>('[data-conversation]') ?? null
    const conversation = open ?? findConversation(client, row?.dataset['conversation'] ?? '')
    const anchor = open === null ? row : document.getElementById(moreButtonId)
    return conversation && anchor ? { conversation: triage.withPendingChanges(conversation), anchor } : null
  }
  const withTarget = (run: (target: Target) => void) => () => {
    const found = target()
    if (found === null) showToast({ message: noTarget })
    else if (lockedReason === null) run(found)
    else showToast({ message: lockedReason })
  }
  const openChooser = (kind: TriageName) => withTarget(({ conversation, anchor }) => choose(kind, conversation, anchor))
  const keys = {
    [triageKeys.resolve]: withTarget(({ conversation }) =>
      triage.apply(conversation, { status: conversation.status === 'resolved' ? 'open' : 'resolved' }),
    ),
    [triageKeys.toMe]: withTarget(({ conversation }) => {
      if (me !== null && conversation.assignee?.id !== me.id)
        triage.apply(conversation, { assignee: { id: me.id, name: me.name } })
    }),
    ...Object.fromEntries(
      triageNames.flatMap((name) => {
        const { key } = triageFields[name]
        return key === undefined ? [] : [[key, openChooser(name)]]
      }),
    ),
  }
  useShortcuts(isDisabled ? {} : keys)
}
