import { useQueryClient } from '@tanstack/react-query'
import { useMe } from '#api/query/me.ts'
import type { Conversation } from '#contract/conversation.ts'
import { useShortcuts } from '#ui/browser/shortcut.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { findConversation } from '#pages/inbox/thread/conversation-cache.ts'
import { triageKeys, moreButtonId } from './triage-keys.ts'
import type { ChooserKind, TriageTools } from './use-triage.ts'

const noTarget = 'No conversation has the focus. Step to one with j or k first.'

/** The conversation of a shortcut, and the anchor of its lists. */
interface Target {
  conversation: Conversation
  anchor: HTMLElement
}

/** Triage shortcuts: for the open conversation, else for the current row; `isResting`: disabled. */
export function useTriageKeys(
  open: Conversation | null,
  { triage, lockedReason, choose }: TriageTools,
  isResting: boolean,
): void {
  const client = useQueryClient()
  const me = useMe()?.person ?? null

  const target = (): Target | null => {
    const row = document.activeElement?.closest<HTMLElement>('[data-conversation]') ?? null
    const conversation = open ?? findConversation(client, row?.dataset['conversation'] ?? '')
    const anchor = open === null ? row : document.getElementById(moreButtonId)
    return conversation && anchor ? { conversation: triage.shown(conversation), anchor } : null
  }
  const act = (run: (target: Target) => void) => () => {
    const found = target()
    if (found === null) showToast({ message: noTarget })
    else if (lockedReason === null) run(found)
    else showToast({ message: lockedReason })
  }
  const chooses = (kind: ChooserKind) => act(({ conversation, anchor }) => choose(kind, conversation, anchor))
  const keys = {
    [triageKeys.resolve]: act(({ conversation }) =>
      triage.apply(conversation, { status: conversation.status === 'resolved' ? 'open' : 'resolved' }),
    ),
    [triageKeys.toMe]: act(({ conversation }) => {
      if (me !== null && conversation.assignee?.id !== me.id)
        triage.apply(conversation, { assignee: { id: me.id, name: me.name } })
    }),
    [triageKeys.assignee]: chooses('assignee'),
    [triageKeys.labels]: chooses('labels'),
    [triageKeys.priority]: chooses('priority'),
    [triageKeys.snooze]: chooses('snooze'),
  }
  useShortcuts(isResting ? {} : keys)
}
