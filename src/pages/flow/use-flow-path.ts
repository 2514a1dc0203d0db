import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { FlowDetail } from '#contract/flow.ts'
import type { Adjacency } from '#flow/adjacency.ts'
import { everythingFrom } from '#flow/paths.ts'
import { adjacencyOfFlow, pathAsked, pathShown, withPath, type PathAsked, type PathShown } from './path-view.ts'

export interface FlowPath {
  adjacency: Adjacency
  /** What is drawn on the canvas as the chosen path. */
  shown: PathShown | null
  show: (asked: PathAsked | null) => void
  /** How many nodes lead to a node, and how many follow it. */
  countsOf: (id: string) => { before: number; after: number }
}

/** Ways through a flow; the one that is shown stands in the URL. */
export function useFlowPath(flow: FlowDetail): FlowPath {
  const [query, setQuery] = useSearchParams()
  const adjacency = useMemo(() => adjacencyOfFlow(flow), [flow])
  const text = JSON.stringify(pathAsked(query))
  const shown = useMemo(() => {
    const asked = pathAsked(query)
    return asked === null ? null : pathShown(flow, adjacency, asked)
    // oxlint-disable-next-line react/exhaustive-deps -- the query changes with much else; its path is in the text
  }, [flow, adjacency, text])
  return {
    adjacency,
    shown,
    show: (asked) => setQuery((before) => withPath(before, asked)),
    countsOf: (id) => {
      const at = adjacency.indexOf.get(id)
      if (at === undefined) return { before: 0, after: 0 }
      return {
        before: everythingFrom(adjacency, at, 'upstream').nodes.length,
        after: everythingFrom(adjacency, at, 'downstream').nodes.length,
      }
    },
  }
}
