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
import { composerDrafts, type WrittenKind } from './composer-drafts.ts'
import { isOwn } from '#pages/inbox/thread/conversation-cache.ts'
import { concurrentChange, replyObstacle } from './reply-checks.ts'
import { isOpen, sendWritten, sendings } from './outbox.ts'

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
let inSight: string | null = null

/** The kinds of text that the service supports. */
export function useWrittenKinds(): WrittenKind[] {
  const hasReply = useExtension('conversation_reply')
  const hasNote = useExtension('conversation_note')
  return [...(hasReply ? (['reply'] as const) : []), ...(hasNote ? (['note'] as const) : [])]
}

/** Why no reply can be sent; null if no obstacle is known. */
function useObstacle(conversation: Conversation, isAsked: boolean): string | null {
  const canRead = useExtension('channel_read')
  const id = conversation.channel?.id ?? ''
  const { data } = useQuery({ ...q(channelApi.read, { id }), enabled: isAsked && canRead && id !== '' })
  return replyObstacle(conversation, id === data?.id ? data : undefined)
}

/** Changes by other users since typing began; own changes are not reported. */
function useMeanwhile(conversation: Conversation, isWriting: boolean, me: string | null): string[] {
  const [since, setSince] = useState(conversation)
  if (since !== conversation && (!isWriting || (isOwn(conversation) && since.version !== conversation.version)))
    setSince(conversation)
  return concurrentChange(since, conversation, me)
}

/** Time needed to read a notice of changes; sending earlier asks for confirmation. */
const readingMs = 1_000

/** Whether the notice was shown long enough to be read. */
function useIsRead(others: readonly string[]): () => boolean {
  const words = others.join(' ')
  const told = useRef({ words: '', at: 0 })
  useEffect(() => {
    told.current = { words, at: performance.now() }
  }, [words])
  return () => words === '' || (told.current.words === words && performance.now() - told.current.at > readingMs)
}

/** State of the composer of a conversation. */
export function useComposer(conversation: Conversation, draftKey: string, kinds: readonly WrittenKind[]) {
  const client = useQueryClient()
  const me = useMe()?.person?.id ?? null
  const now = useNow()
  const draft = useSyncExternalStore(composerDrafts.subscribe, () => composerDrafts.get(draftKey))
  const kind = kinds.includes(draft.kind) ? draft.kind : (kinds[0] ?? 'note')
  const sending = useSyncExternalStore(sendings.subscribe, () => sendings.get(draftKey, kind))
  const { text, attempt } = draft[kind]
  const obstacle = useObstacle(conversation, kind === 'reply')
  const others = useMeanwhile(conversation, text !== '', me)
  const isRead = useIsRead(others)
  useEffect(() => {
    inSight = draftKey
    return () => {
      inSight = null
    }
  }, [draftKey])
  return {
    kind,
    text,
    sending,
    obstacle: kind === 'reply' ? obstacle : null,
    others,
    /** An earlier attempt was not answered, and no error about it is shown. */
    isOpen: sending === null && isOpen(attempt, text, now),
    setKind: (next: WrittenKind) => composerDrafts.change(draftKey, { kind: next }),
    setText: (next: string) => {
      composerDrafts.changePart(draftKey, kind, { text: next, attempt })
      if (sending !== null) sendings.forget(draftKey, kind)
    },
    /** Resolves with the message, or with null if it was not sent. */
    send: async (): Promise<Message | null> => {
      if (kind === 'reply' && sending === null && !isRead()) {
        sendings.ask(draftKey, kind, others)
        return null
      }
      const made = await sendWritten(client, { id: conversation.id, draft: draftKey, kind, me })
      if (made === null && inSight !== draftKey && sendings.get(draftKey, kind)?.is !== 'sending')
        showToast({
          message: `The ${kind === 'reply' ? 'reply' : 'note'} in ${conversationName(conversation)} was not sent. It was saved there as a draft.`,
        })
      return made
    },
  }
}

export type ComposerState = ReturnType<typeof useComposer>
