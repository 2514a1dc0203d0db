import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createContext, useContext, useState } from 'react'
import { z } from 'zod'
import { call } from '#api/request/client.ts'
import { ApiError } from '#api/errors.ts'
import { conversation as api, Conversation } from '#contract/conversation.ts'
import type { Signal } from '#lib/signal.ts'
import { conversationName } from '#parts/display/conversation-name.ts'
import { useZone } from '#parts/display/zone.ts'
import {
  findConversation,
  listsKey,
  putConversation,
  putRemoteConversation,
  conversationWritesOf,
} from '#pages/inbox/thread/conversation-cache.ts'
import { keepFocus } from '#pages/inbox/focus-targets.ts'
import { offerEarlyUndo } from './offered-undos.ts'
import type { TriageName } from './triage-fields.ts'
import {
  triageBodyOf,
  triageDoneVerb,
  triageDoneWords,
  undoOf,
  withTriageChange,
  type TriageChange,
} from './triage-change.ts'
import { showUndo } from './undo-toast.ts'

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
  /** Applies a change optimistically, sends it, and offers to undo it. Resolves with whether it was saved. */
  apply: (conversation: Conversation, change: TriageChange) => Promise<boolean>
  markRead: (conversation: Conversation) => void
  problem: TriageProblem | null
  conflict: TriageConflict | null
  /** Clears `problem` and `conflict`. */
  dismiss: () => void
}

const clockOf = (zone: string) => ({ now: Date.now(), zone })

const ConflictBody = z.object({ current: Conversation })

/** The current conversation from a conflict response; null for other errors. */
function conflictingConversation(error: ApiError): Conversation | null {
  if (error.status !== 409 && error.status !== 412) return null
  return ConflictBody.safeParse({ current: error.current }).data?.current ?? null
}

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

/**
 * @param onDone called for every changed conversation
 * @param onUndo called with a conversation and its change, before the change is undone
 */
export function useTriage(
  onDone: (now: Conversation) => void,
  onUndo: (before: Conversation, change: TriageChange) => void,
): Triage {
  const client = useQueryClient()
  const zone = useZone()
  const [pendingChanges, setPendingChanges] = useState<readonly { id: string; change: TriageChange }[]>([])
  const [problem, setProblem] = useState<TriageProblem | null>(null)
  const [conflict, setConflict] = useState<TriageConflict | null>(null)

  const failed = (before: Conversation, change: TriageChange, error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    const theirs = conflictingConversation(error)
    if (theirs !== null) {
      putRemoteConversation(client, theirs)
      setConflict({ mine: withTriageChange(before, change), change, theirs })
      return
    }
    setProblem({ before, change, error })
    // The conversation was deleted, or the outcome is unknown.
    if (error.status === 404 || error.isTransient) void client.invalidateQueries({ queryKey: [api.edit.noun] })
  }
  const showDone = (before: Conversation, change: TriageChange, now: Conversation) => {
    const message = triageDoneWords(conversationName(before), change, clockOf(zone))
    showUndo({ message, verb: triageDoneVerb(change) }, () => {
      keepFocus()
      onUndo(before, change)
      void run(now, undoOf(before, change), 'undo')
    })
  }
  const run = async (before: Conversation, change: TriageChange, mode: 'do' | 'undo' | 'quietly'): Promise<boolean> => {
    const one = { id: before.id, change }
    setPendingChanges((all) => [...all, one])
    const endEarlyUndo = mode === 'do' ? offerEarlyUndo(() => onUndo(before, change)) : null
    try {
      const now = await send(client, before.id, change, mode === 'quietly')
      putConversation(client, now)
      onDone(now)
      // The list no longer has the conversation if the user went on to the next one.
      if (mode === 'undo') void refreshLists(client)
      if (endEarlyUndo?.() === true) void run(now, undoOf(before, change), 'undo')
      else if (mode === 'do') showDone(before, change, now)
      return true
    } catch (error) {
      endEarlyUndo?.()
      // A failure to mark as read is not reported: the request is repeated when the conversation is opened again.
      if (mode !== 'quietly') failed(before, change, error)
      return false
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
      return run(conversation, change, 'do')
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
  /** The conversation that opens after this one is finished; null = none, or the list is not loaded. */
  upcoming: Signal<Conversation | null>
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
