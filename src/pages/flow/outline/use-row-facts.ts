import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { FlowData } from '#flow-data/flow-data.ts'
import { rowsAPage, type OutlineRowData } from '#flow-data/outline/outline-rows.ts'
import { flowQueryOptions } from '#flow-data/use-flow-query.ts'
import { handleFlowAnswer } from '#flow-data/when-answered.ts'

/** Rows before and after the mounted ones that are also requested, so that scrolling shows no empty row. */
const prefetchRows = 128

/** Content of the visible rows from index `first` to `last`, and of the row `active`. */
export function useRowFacts(
  data: FlowData,
  visible: Uint32Array,
  { first, last, active }: { first: number; last: number; active: number },
) {
  const client = useQueryClient()
  const pages = new Set([Math.floor(active / rowsAPage)])
  const end = Math.min(visible.length - 1, last + prefetchRows)
  for (let at = Math.max(0, first - prefetchRows); at <= end; at += 1)
    pages.add(Math.floor((visible[at] ?? 0) / rowsAPage))
  const list = [...pages]
  const answers = useQueries({ queries: list.map((page) => flowQueryOptions(data, 'outline rows', { page })) })
  const rowsByPage = new Map(list.map((page, index) => [page, answers[index]?.data] as const))
  const at = (rows: readonly OutlineRowData[] | undefined, row: number) => rows?.[row % rowsAPage]
  return {
    /** Undefined while it is loading. */
    factsOf: (row: number): OutlineRowData | undefined => at(rowsByPage.get(Math.floor(row / rowsAPage)), row),
    /** Calls back with the id of a row's node, once it is known, and caches the node's index. */
    openNode: (row: number, onNode: (id: string) => void): void => {
      const openFacts = (facts: OutlineRowData | undefined) => {
        if (facts === undefined || facts.id === null) return
        client.setQueryData(flowQueryOptions(data, 'place', { id: facts.id }).queryKey, facts.nodeIndex)
        onNode(facts.id)
      }
      const page = Math.floor(row / rowsAPage)
      const facts = at(rowsByPage.get(page), row)
      if (facts !== undefined) openFacts(facts)
      else
        handleFlowAnswer(client.ensureQueryData(flowQueryOptions(data, 'outline rows', { page })), (rows) =>
          openFacts(at(rows, row)),
        )
    },
  }
}
