import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#api/request/client.ts'
import { conversation as api, type Conversation } from '#contract/conversation.ts'
import { rowInput, type InboxListInput } from '#pages/inbox/inbox-view.ts'
import { refreshLists } from '#pages/inbox/triage/use-triage.ts'

interface Held {
  /** Rows that the user changed: they stay in place. */
  ids: ReadonlySet<string>
  /** The changed rows that no longer match the filter. */
  gone: ReadonlySet<string>
  /** How often changed rows were released; each release refetches the lists. */
  releases: number
}

const none: Held = { ids: new Set(), gone: new Set(), releases: 0 }

/**
 * Changed rows stay in the list, dimmed if they no longer match the filter, until the user moves to another
 * conversation. The service is asked whether a row still matches.
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
      // Unknown: the row is not dimmed, and the refetched list shows the result.
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
