import { useSearchParams } from 'react-router'
import type { ComparedData } from '#flow-data/flow-data.ts'
import type { ComparedLine, ComparedNode, LinesShown } from '#flow-data/questions/ask-comparison.ts'
import { useFlowQuery } from '#flow-data/use-flow-query.ts'
import { whenAnswered } from '#flow-data/when-answered.ts'
import { currentSearchParams } from '#ui/paths.ts'
import { viewOf, withView, type CompareView } from './compare-view.ts'

/** Current position among the changes: a line, or a node that has no line. */
export interface ComparedPlace {
  shown: LinesShown
  /** Number of shown lines. */
  total: number
  /** The current line, from 0; null = none. */
  at: number | null
  /** Ids of the node on each canvas. */
  ids: Pick<ComparedNode, 'node' | 'was' | 'is'>
  goTo: (at: number) => void
  /** Goes to the next or previous line, or to the first one if there is no current line. */
  step: (by: 1 | -1) => void
  /** A node was clicked on a canvas; null = the background. */
  goToNode: (id: string | null, as: 'node' | 'was' | 'is') => void
}

const nowhere: ComparedPlace['ids'] = { node: null, was: null, is: null }

export function useComparedPlace({ union, told }: ComparedData, view: CompareView): ComparedPlace {
  const [, setQuery] = useSearchParams()
  const shown: LinesShown = { kinds: view.kinds, order: view.form === 'list' ? 'flow' : 'kind' }
  const total = view.kinds.reduce((sum, kind) => sum + told.counts[kind], 0)
  const at = view.at !== null && view.at < total ? view.at : null
  const [line]: (ComparedLine | undefined)[] =
    useFlowQuery(union, 'compared lines', at === null ? null : { shown, from: at, count: 1 }) ?? []
  const beside = useFlowQuery(
    union,
    'compared node',
    at !== null || view.node === null ? null : { shown, id: view.node, as: 'node' },
  )
  const change = (next: Partial<CompareView>) =>
    setQuery(withView(currentSearchParams(), next), { replace: viewOf(currentSearchParams()).at !== null })
  const goTo = (next: number) => change({ at: Math.max(0, Math.min(total - 1, next)), node: null })
  return {
    shown,
    total,
    at,
    ids: (at === null ? beside : line) ?? nowhere,
    goTo,
    step: (by) => {
      // Reads the current URL, so that a key right after a click continues from the clicked line.
      const { at: standing } = viewOf(currentSearchParams())
      if (total > 0) goTo(standing === null || standing >= total ? 0 : standing + by)
    },
    goToNode: (id, as) => {
      if (id === null) return change({ at: null, node: null })
      whenAnswered(union.ask('compared node', { shown, id, as }), (found) =>
        change(found?.at == null ? { at: null, node: found?.node ?? null } : { at: found.at, node: null }),
      )
    },
  }
}
