import { useSearchParams } from 'react-router'
import type { FlowData } from '#flow-data/flow-data.ts'
import { useFlowQuery } from '#flow-data/use-flow-query.ts'
import { pathAsked, withPath, type PathAsked, type PathShown } from '#flow-data/model/path-view.ts'

export interface FlowPath {
  /** The path highlighted on the canvas. */
  shown: PathShown | null
  show: (asked: PathAsked | null) => void
}

/** The marked path of a flow, in the URL. */
export function useFlowPath(data: FlowData): FlowPath {
  const [query, setQuery] = useSearchParams()
  return {
    shown: useFlowQuery(data, 'path', pathAsked(query)) ?? null,
    show: (asked) => setQuery((before) => withPath(before, asked)),
  }
}
