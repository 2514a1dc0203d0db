import { useSearchParams } from 'react-router'
import type { FlowData } from '#flow-data/flow-data.ts'
import { useFlowQuery } from '#flow-data/use-flow-query.ts'
import type { ShownPath } from '#flow-data/model/path-view.ts'
import { readPathQuery, withPath, type PathQuery } from '#flow-data/model/path-query.ts'

export interface FlowPath {
  /** The path highlighted on the canvas. */
  active: ShownPath | null
  show: (asked: PathQuery | null) => void
}

/** The marked path of a flow, in the URL. */
export function useFlowPath(data: FlowData): FlowPath {
  const [query, setQuery] = useSearchParams()
  return {
    active: useFlowQuery(data, 'path', readPathQuery(query)) ?? null,
    show: (asked) => setQuery((before) => withPath(before, asked)),
  }
}
