import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useExtension, useMe } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { channel as channelApi } from '#contract/channel.ts'
import type { Conversation, Message } from '#contract/conversation.ts'
import { conversationName } from '#parts/display/conversation-name.ts'
import { storageScope } from '#parts/storage/storage-scope.ts'
import { useNow } from '#ui/browser/now.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { composerDrafts, type ComposerKind } from './composer-drafts.ts'
import { isOwnVersion } from '#pages/inbox/thread/conversation-cache.ts'
import { concurrentChanges, replyObstacle } from './reply-checks.ts'
import { isUnanswered, sendComposed, sendStates } from './outbox.ts'

/** Draft key of one user in a conversation; null until the draft is loaded. */
export function useDraftKey(id: string): string | null {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['draft-key', id],
    queryFn: async () => {
      const key = await storageScope(client, [id])
      composerDrafts.load(key)
      return key
    },
    staleTime: Infinity,
  })
  return data ?? null
}

/** Key of the draft whose composer is visible: failures of other drafts are shown in a toast. */
let visibleDraftKey: string | null = null

/** Why no reply can be sent; null if no obstacle is known. */
function useReplyObstacle(conversation: Conversation, enabled: boolean): string | null {
  const canRead = useExtension('channel_read')
  const id = conversation.channel?.id ?? ''
  const { data, error } = useQuery({ ...q(channelApi.read, { id }), enabled: enabled && canRead && id !== '' })
  return replyObstacle(conversation, error?.status === 404 ? null : id === data?.id ? data : undefined)
}

/** Changes by others since typing began; after an own change, only later ones are reported. */
function useConcurrentChanges(conversation: Conversation, isWriting: boolean, me: string | null): string[] {
  const [baseline, setBaseline] = useState(conversation)
  if (
    baseline !== conversation &&
    (!isWriting || (isOwnVersion(conversation) && baseline.version !== conversation.version))
  )
    setBaseline(conversation)
  return concurrentChanges(baseline, conversation, me)
}

/** Time needed to read a notice of changes; sending earlier asks for confirmation. */
const noticeReadingMs = 1_000

/** Whether the notice was shown long enough to be read. */
function useWasNoticeRead(otherChanges: readonly string[]): () => boolean {
  const words = otherChanges.join(' ')
  const shownNotice = useRef({ words: '', at: 0 })
  useEffect(() => {
    shownNotice.current = { words, at: performance.now() }
  }, [words])
  return () =>
    words === '' ||
    (shownNotice.current.words === words && performance.now() - shownNotice.current.at > noticeReadingMs)
}

/** State of the composer of a conversation. */
export function useComposer(conversation: Conversation, draftKey: string, kinds: readonly ComposerKind[]) {
  const client = useQueryClient()
  const me = useMe()?.person?.id ?? null
  const now = useNow()
  const draft = useSyncExternalStore(composerDrafts.subscribe, () => composerDrafts.get(draftKey))
  // Where no reply can be sent, a note is what can be written.
  const preferred = draft.kind ?? (replyObstacle(conversation, undefined) === null ? 'reply' : 'note')
  const kind = kinds.includes(preferred) ? preferred : (kinds[0] ?? 'note')
  const sending = useSyncExternalStore(sendStates.subscribe, () => sendStates.get(draftKey, kind))
  const { text, attempt } = draft[kind]
  const obstacle = useReplyObstacle(conversation, kind === 'reply')
  const otherChanges = useConcurrentChanges(conversation, text !== '', me)
  const wasNoticeRead = useWasNoticeRead(otherChanges)
  useEffect(() => {
    visibleDraftKey = draftKey
    return () => {
      visibleDraftKey = null
    }
  }, [draftKey])
  return {
    kind,
    text,
    sending,
    obstacle: kind === 'reply' ? obstacle : null,
    otherChanges,
    /** The outcome of an earlier attempt is unknown, and no error about it is shown. */
    isUnconfirmed: sending === null && isUnanswered(attempt, text, now),
    setKind: (next: ComposerKind) => composerDrafts.change(draftKey, { kind: next }),
    setText: (next: string) => {
      composerDrafts.change(draftKey, { kind, [kind]: { text: next, attempt } })
      if (sending !== null) sendStates.forget(draftKey, kind)
    },
    /** Resolves with the message, or with null if it was not sent. */
    send: async (): Promise<Message | null> => {
      if (kind === 'reply' && sending === null && !wasNoticeRead()) {
        sendStates.ask(draftKey, kind, otherChanges)
        return null
      }
      const message = await sendComposed(client, { id: conversation.id, draft: draftKey, kind, me })
      if (message === null && visibleDraftKey !== draftKey && sendStates.get(draftKey, kind)?.is !== 'sending')
        showToast({
          message: `The ${kind === 'reply' ? 'reply' : 'note'} in ${conversationName(conversation)} was not sent. Open the conversation to send the draft again.`,
        })
      return message
    },
  }
}

export type ComposerState = ReturnType<typeof useComposer>
