import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#api/request/client.ts'
import { conversation as api, type Conversation } from '#contract/conversation.ts'
import { rowInput, type InboxListInput } from '#pages/inbox/inbox-view.ts'
import { refreshLists } from '#pages/inbox/triage/use-triage.ts'

interface ChangedRows {
  /** Rows that the user changed: they stay in place. */
  ids: ReadonlySet<string>
  /** The changed rows that no longer match the filter. */
  unmatched: ReadonlySet<string>
  /** How often changed rows were released; each release refetches the lists. */
  releaseCount: number
}

const noChangedRows: ChangedRows = { ids: new Set(), unmatched: new Set(), releaseCount: 0 }

/**
 * Changed rows stay in the list, dimmed if they no longer match the filter, until the user moves to another
 * conversation. The service is asked whether a row still matches.
 */
export function useChangedRows(input: InboxListInput, current: string | null) {
  const client = useQueryClient()
  const [changed, setChanged] = useState(noChangedRows)
  const keepRow = ({ id, number }: Conversation) => {
    setChanged((before) => ({ ...before, ids: new Set(before.ids).add(id) }))
    call(api.list, rowInput(input, number)).then(
      ({ results }) =>
        setChanged((before) => {
          const others = [...before.unmatched].filter((other) => other !== id)
          const unmatched = results.some((row) => row.id === id) || !before.ids.has(id) ? others : [...others, id]
          return { ...before, unmatched: new Set(unmatched) }
        }),
      // Unknown: the row is not dimmed, and the refetched list shows the result.
      () => null,
    )
  }
  const hasOthers = [...changed.ids].some((id) => id !== current)
  if (hasOthers) setChanged({ ...noChangedRows, releaseCount: changed.releaseCount + 1 })
  const { releaseCount } = changed
  useEffect(() => {
    if (releaseCount > 0) void refreshLists(client)
  }, [releaseCount, client])
  return { gone: changed.unmatched, keepRow }
}
