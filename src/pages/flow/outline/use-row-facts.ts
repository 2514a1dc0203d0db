import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { FlowData } from '#flow-data/flow-data.ts'
import { rowsAPage, type RowFacts } from '#flow-data/outline/outline-rows.ts'
import { flowQueryOptions } from '#flow-data/use-flow-query.ts'
import { whenAnswered } from '#flow-data/when-answered.ts'

/** Rows before and after the mounted ones that are also requested, so that scrolling shows no empty row. */
const ahead = 128

/** Content of the visible rows from index `first` to `last`, and of the row `active`. */
export function useRowFacts(
  data: FlowData,
  seen: Uint32Array,
  { first, last, active }: { first: number; last: number; active: number },
) {
  const client = useQueryClient()
  const pages = new Set([Math.floor(active / rowsAPage)])
  const end = Math.min(seen.length - 1, last + ahead)
  for (let at = Math.max(0, first - ahead); at <= end; at += 1) pages.add(Math.floor((seen[at] ?? 0) / rowsAPage))
  const list = [...pages]
  const answers = useQueries({ queries: list.map((page) => flowQueryOptions(data, 'outline rows', { page })) })
  const known = new Map(list.map((page, index) => [page, answers[index]?.data] as const))
  const at = (rows: readonly RowFacts[] | undefined, row: number) => rows?.[row % rowsAPage]
  return {
    /** Undefined while it is loading. */
    factsOf: (row: number): RowFacts | undefined => at(known.get(Math.floor(row / rowsAPage)), row),
    /** Calls back with the id of a row's node, once it is known, and caches the node's index. */
    goOn: (row: number, go: (id: string) => void): void => {
      const take = (facts: RowFacts | undefined) => {
        if (facts === undefined || facts.id === null) return
        client.setQueryData(flowQueryOptions(data, 'place', { id: facts.id }).queryKey, facts.place)
        go(facts.id)
      }
      const page = Math.floor(row / rowsAPage)
      const facts = at(known.get(page), row)
      if (facts !== undefined) take(facts)
      else
        whenAnswered(client.ensureQueryData(flowQueryOptions(data, 'outline rows', { page })), (rows) =>
          take(at(rows, row)),
        )
    },
  }
}
