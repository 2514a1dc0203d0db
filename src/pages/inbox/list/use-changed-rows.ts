import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#api/request/client.ts'
import { conversation as api, type Conversation } from '#contract/conversation.ts'
import { rowInput, type InboxListInput } from '#pages/inbox/inbox-view.ts'
import { refreshLists } from '#pages/inbox/triage/use-triage.ts'

interface Held {
  /** Changed here: their rows stay where they are. */
  ids: ReadonlySet<string>
  /** Of those, the ones that the filter no longer lets through. */
  gone: ReadonlySet<string>
  /** How often rows were let go. */
  releases: number
}

const none: Held = { ids: new Set(), gone: new Set(), releases: 0 }

/**
 * Rows that were changed stay in the list, quiet where the filter would no longer let them through, until one moves on to
 * another conversation. Whether one still belongs there is asked of the service, which knows the filter best.
 */
export function useChangedRows(input: InboxListInput, current: string | null) {
  const client = useQueryClient()
  const [held, setHeld] = useState(none)
  const hold = ({ id, number }: Conversation) => {
    setHeld((before) => ({ ...before, ids: new Set(before.ids).add(id) }))
    call(api.list, rowInput(input, number)).then(
      ({ results }) =>
        setHeld((before) => {
          const others = [...before.gone].filter((other) => other !== id)
          const gone = results.some((row) => row.id === id) || !before.ids.has(id) ? others : [...others, id]
          return { ...before, gone: new Set(gone) }
        }),
      // Not known: the row looks as before, and the list says it when one moves on.
      () => null,
    )
  }
  const hasOthers = [...held.ids].some((id) => id !== current)
  if (hasOthers) setHeld({ ...none, releases: held.releases + 1 })
  const { releases } = held
  useEffect(() => {
    if (releases > 0) void refreshLists(client)
  }, [releases, client])
  return { gone: held.gone, hold }
}
