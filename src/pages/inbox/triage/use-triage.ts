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

/** Time to take a change back. */
const undoSeconds = 10

/** A change that did not arrive. */
export interface TriageProblem {
  before: Conversation
  change: TriageChange
  error: ApiError
}

/** A change that came too late: someone else was faster. */
export interface TriageConflict {
  mine: Conversation
  change: TriageChange
  theirs: Conversation
}

export interface Triage {
  /** A conversation as it is shown: with what is on its way to the service. */
  shown: (conversation: Conversation) => Conversation
  /** Changes at once, tells the service, and offers to take it back. */
  apply: (conversation: Conversation, change: TriageChange) => void
  markRead: (conversation: Conversation) => void
  problem: TriageProblem | null
  conflict: TriageConflict | null
  /** Puts problem and conflict aside. */
  dismiss: () => void
}

const clockOf = (zone: string) => ({ now: Date.now(), zone })

const Refused = z.object({ current: Conversation })

/** Changes of one conversation go out one after the other, each with the version that is known by then. */
function send(client: QueryClient, id: string, change: TriageChange, isForced: boolean): Promise<Conversation> {
  const mutation = client.getMutationCache().build(client, {
    mutationKey: [api.edit.id],
    scope: conversationWritesOf(id),
    mutationFn: () => {
      const version = isForced ? null : (findConversation(client, id)?.version ?? null)
      return call(api.edit, { id, body: triageBodyOf(change, version) })
    },
  })
  return mutation.execute(undefined)
}

/** `onDone` hears of every conversation that was changed. */
export function useTriage(onDone: (now: Conversation) => void): Triage {
  const client = useQueryClient()
  const zone = useZone()
  const [coming, setComing] = useState<readonly { id: string; change: TriageChange }[]>([])
  const [problem, setProblem] = useState<TriageProblem | null>(null)
  const [conflict, setConflict] = useState<TriageConflict | null>(null)

  const failed = (before: Conversation, change: TriageChange, error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    const refused = error.status === 409 || error.status === 412 ? Refused.safeParse({ current: error.current }) : null
    if (refused?.success) {
      putRemoteConversation(client, refused.data.current)
      setConflict({ mine: withTriageChange(before, change), change, theirs: refused.data.current })
      return
    }
    setProblem({ before, change, error })
    // Gone, or nobody knows whether it arrived.
    if (error.status === 404 || error.isTransient) void client.invalidateQueries({ queryKey: [api.edit.noun] })
  }
  const run = async (before: Conversation, change: TriageChange, way: 'do' | 'undo' | 'quietly') => {
    const one = { id: before.id, change }
    setComing((all) => [...all, one])
    try {
      const now = await send(client, before.id, change, way === 'quietly')
      putConversation(client, now)
      onDone(now)
      if (way === 'do') {
        const undo = () => {
          keepFocus()
          void run(now, undoOf(before, change), 'undo')
        }
        const message = triageDoneWords(conversationName(before), change, clockOf(zone))
        showToast({ message, undo: { seconds: undoSeconds, onUndo: undo } })
      }
    } catch (error) {
      // Whether something counts as read is not worth a word: the mark stays, and the next visit tries again.
      if (way !== 'quietly') failed(before, change, error)
    } finally {
      setComing((all) => all.filter((other) => other !== one))
    }
  }
  const dismiss = () => {
    setProblem(null)
    setConflict(null)
  }
  return {
    shown: (conversation) =>
      coming.reduce((now, { id, change }) => (id === now.id ? withTriageChange(now, change) : now), conversation),
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

/** Reads the lists again, so that what no longer belongs there goes. */
export const refreshLists = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: listsKey })

export interface TriageTools {
  triage: Triage
  /** Why nothing may be changed here; null = it may. */
  lockedReason: string | null
  /** Opens what a value is chosen from, beside an element. */
  choose: (kind: TriageName, conversation: Conversation, anchor: HTMLElement) => void
}

export const TriageContext = createContext<TriageTools | null>(null)

/** What every part of the inbox changes a conversation with. */
export function useTriageTools(): TriageTools {
  const tools = useContext(TriageContext)
  if (tools === null) throw new Error('This stands inside of the inbox.')
  return tools
}
