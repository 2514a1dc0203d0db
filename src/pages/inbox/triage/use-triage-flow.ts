/** Triage as a flow of work: a finished conversation is counted, and the next one opens. */
import { useEffect, useRef, useState } from 'react'
import type { Conversation } from '#contract/conversation.ts'
import { signal } from '#lib/signal.ts'
import { storedSetting } from '#ui/browser/stored-setting.ts'
import { finishesConversation, type TriageChange } from './triage-change.ts'
import { useTriage } from './use-triage.ts'

/** Whether the next conversation opens after one was resolved or snoozed. */
export const opensNext = storedSetting('inbox-opens-next', ['on', 'off'], 'on')

/** The conversations that the user finished since the list was opened. */
interface Finished {
  /** Identifies filter and order. */
  list: string
  ids: ReadonlySet<string>
}

interface TriageFlowOptions {
  list: string
  /** Id of the conversation that is shown. */
  shownId: string | null
  onOpen: (id: string) => void
  onDone: (now: Conversation) => void
}

export function useTriageFlow({ list, shownId, onOpen, onDone }: TriageFlowOptions) {
  const [finished, setFinished] = useState<Finished>({ list, ids: new Set() })
  if (finished.list !== list) setFinished({ list, ids: new Set() })
  const setIsFinished = (id: string, isFinished: boolean) =>
    setFinished(({ ids, ...rest }) => {
      const others = [...ids].filter((other) => other !== id)
      return { ...rest, ids: new Set(isFinished ? [...others, id] : others) }
    })
  // A signal, since the list knows it only after its rows are rendered.
  const [upcoming] = useState(() => signal<Conversation | null>(null))
  // An undo comes later than the change, from a toast that outlives the page.
  const latestOpen = useRef<TriageFlowOptions['onOpen'] | null>(onOpen)
  useEffect(() => {
    latestOpen.current = onOpen
    return () => {
      latestOpen.current = null
    }
  })
  const triage = useTriage(onDone, ({ id }, change) => {
    if (!finishesConversation(change)) return
    setIsFinished(id, false)
    latestOpen.current?.(id)
  })
  return {
    finished: finished.ids,
    upcoming,
    triage: {
      ...triage,
      apply: async (conversation: Conversation, change: TriageChange) => {
        const saving = triage.apply(conversation, change)
        if (!finishesConversation(change)) return saving
        setIsFinished(conversation.id, true)
        const next = upcoming.get()
        if (conversation.id === shownId && next !== null && opensNext.get() === 'on') onOpen(next.id)
        const isSaved = await saving
        if (!isSaved) setIsFinished(conversation.id, false)
        return isSaved
      },
    },
  }
}
