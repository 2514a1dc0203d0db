import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createContext, useContext, useState } from 'react'
import { z } from 'zod'
import { call } from '#api/request/client.ts'
import { ApiError } from '#api/errors.ts'
import { conversation as api, Conversation } from '#contract/conversation.ts'
import { conversationName } from '#parts/display/conversation-name.ts'
import { useZone } from '#parts/display/zone.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import {
  findConversation,
  listsKey,
  putConversation,
  putRemoteConversation,
  conversationWritesOf,
} from '#pages/inbox/thread/conversation-cache.ts'
import { keepFocus } from '#pages/inbox/focus-targets.ts'
import type { TriageName } from './triage-fields.ts'
import { triageBodyOf, withTriageChange, triageDoneWords, undoOf, type TriageChange } from './triage-change.ts'

/** Seconds for which the toast offers Undo. */
const undoSeconds = 10

/** A failed change. */
export interface TriageProblem {
  before: Conversation
  change: TriageChange
  error: ApiError
}

/** A change that conflicts with another user's change. */
export interface TriageConflict {
  mine: Conversation
  change: TriageChange
  theirs: Conversation
}

export interface Triage {
  /** A conversation with its optimistic changes. */
  withPendingChanges: (conversation: Conversation) => Conversation
  /** Applies a change optimistically, sends it, and offers to undo it. */
  apply: (conversation: Conversation, change: TriageChange) => void
  markRead: (conversation: Conversation) => void
  problem: TriageProblem | null
  conflict: TriageConflict | null
  /** Clears `problem` and `conflict`. */
  dismiss: () => void
}

const clockOf = (zone: string) => ({ now: Date.now(), zone })

const ConflictBody = z.object({ current: Conversation })

/** Sends changes of one conversation sequentially, each with the latest known version; forced: without a version. */
function send(client: QueryClient, id: string, change: TriageChange, ignoresVersion: boolean): Promise<Conversation> {
  const mutation = client.getMutationCache().build(client, {
    mutationKey: [api.edit.id],
    scope: conversationWritesOf(id),
    mutationFn: () => {
      const version = ignoresVersion ? null : (findConversation(client, id)?.version ?? null)
      return call(api.edit, { id, body: triageBodyOf(change, version) })
    },
  })
  return mutation.execute(undefined)
}

/** `onDone` is called for every changed conversation. */
export function useTriage(onDone: (now: Conversation) => void): Triage {
  const client = useQueryClient()
  const zone = useZone()
  const [pendingChanges, setPendingChanges] = useState<readonly { id: string; change: TriageChange }[]>([])
  const [problem, setProblem] = useState<TriageProblem | null>(null)
  const [conflict, setConflict] = useState<TriageConflict | null>(null)

  const failed = (before: Conversation, change: TriageChange, error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    const conflictBody =
      error.status === 409 || error.status === 412 ? ConflictBody.safeParse({ current: error.current }) : null
    if (conflictBody?.success) {
      putRemoteConversation(client, conflictBody.data.current)
      setConflict({ mine: withTriageChange(before, change), change, theirs: conflictBody.data.current })
      return
    }
    setProblem({ before, change, error })
    // The conversation was deleted, or the outcome is unknown.
    if (error.status === 404 || error.isTransient) void client.invalidateQueries({ queryKey: [api.edit.noun] })
  }
  const run = async (before: Conversation, change: TriageChange, mode: 'do' | 'undo' | 'quietly') => {
    const one = { id: before.id, change }
    setPendingChanges((all) => [...all, one])
    try {
      const now = await send(client, before.id, change, mode === 'quietly')
      putConversation(client, now)
      onDone(now)
      if (mode === 'do') {
        const undo = () => {
          keepFocus()
          void run(now, undoOf(before, change), 'undo')
        }
        const message = triageDoneWords(conversationName(before), change, clockOf(zone))
        showToast({ message, undo: { seconds: undoSeconds, onUndo: undo } })
      }
    } catch (error) {
      // A failure to mark as read is not reported: the request is repeated when the conversation is opened again.
      if (mode !== 'quietly') failed(before, change, error)
    } finally {
      setPendingChanges((all) => all.filter((other) => other !== one))
    }
  }
  const dismiss = () => {
    setProblem(null)
    setConflict(null)
  }
  return {
    withPendingChanges: (conversation) =>
      pendingChanges.reduce(
        (now, { id, change }) => (id === now.id ? withTriageChange(now, change) : now),
        conversation,
      ),
    apply: (conversation, change) => {
      dismiss()
      void run(conversation, change, 'do')
    },
    markRead: (conversation) => void run(conversation, { unread_count: 0 }, 'quietly'),
    problem,
    conflict,
    dismiss,
  }
}

/** Refetches the lists, so that conversations that no longer match disappear. */
export const refreshLists = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: listsKey })

export interface TriageTools {
  triage: Triage
  /** Why changes are not allowed; null = they are allowed. */
  lockedReason: string | null
  /** Opens a list of values beside an element. */
  choose: (kind: TriageName, conversation: Conversation, anchor: HTMLElement) => void
}

export const TriageContext = createContext<TriageTools | null>(null)

/** Tools for changing a conversation, shared by the inbox. */
export function useTriageTools(): TriageTools {
  const tools = useContext(TriageContext)
  if (tools === null) throw new Error('useTriageTools needs a TriageContext, which the inbox provides.')
  return tools
}
