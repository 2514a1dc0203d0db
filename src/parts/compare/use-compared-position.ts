import { useSearchParams } from 'react-router'
import type { ComparedData } from '#flow-data/flow-data.ts'
import type { ComparedLine, ComparedNode, LineFilter } from '#flow-data/questions/ask-comparison.ts'
import { useFlowQuery } from '#flow-data/use-flow-query.ts'
import { handleFlowAnswer } from '#flow-data/when-answered.ts'
import { currentSearchParams } from '#ui/paths.ts'
import { readCompareView, withCompareView, type CompareView } from './compare-view.ts'

/** Current position among the changes: a line, or a node that has no line. */
export interface ComparedPosition {
  shown: LineFilter
  /** Number of shown lines. */
  total: number
  /** The current line, from 0; null = none. */
  at: number | null
  /** Ids of the node on each canvas. */
  ids: Pick<ComparedNode, 'node' | 'earlierId' | 'laterId'>
  goTo: (at: number) => void
  /** Goes to the next or previous line, or to the first one if there is no current line. */
  step: (by: 1 | -1) => void
  /** A node was clicked on a canvas; null = the background. */
  goToNode: (id: string | null, as: 'node' | 'earlierId' | 'laterId') => void
}

const nowhere: ComparedPosition['ids'] = { node: null, earlierId: null, laterId: null }

export function useComparedPosition({ union, summary: told }: ComparedData, view: CompareView): ComparedPosition {
  const [, setQuery] = useSearchParams()
  const shown: LineFilter = { kinds: view.kinds, order: view.form === 'list' ? 'flow' : 'kind' }
  const total = view.kinds.reduce((sum, kind) => sum + told.counts[kind], 0)
  const at = view.at !== null && view.at < total ? view.at : null
  const [line]: (ComparedLine | undefined)[] =
    useFlowQuery(union, 'compared lines', at === null ? null : { filter: shown, from: at, count: 1 }) ?? []
  const canvasNode = useFlowQuery(
    union,
    'compared node',
    at !== null || view.node === null ? null : { filter: shown, id: view.node, as: 'node' },
  )
  const change = (next: Partial<CompareView>) =>
    setQuery(withCompareView(currentSearchParams(), next), {
      replace: readCompareView(currentSearchParams()).at !== null,
    })
  const goTo = (next: number) => change({ at: Math.max(0, Math.min(total - 1, next)), node: null })
  return {
    shown,
    total,
    at,
    ids: (at === null ? canvasNode : line) ?? nowhere,
    goTo,
    step: (by) => {
      // Reads the current URL, so that a key right after a click continues from the clicked line.
      const { at: currentLine } = readCompareView(currentSearchParams())
      if (total > 0) goTo(currentLine === null || currentLine >= total ? 0 : currentLine + by)
    },
    goToNode: (id, as) => {
      if (id === null) return change({ at: null, node: null })
      handleFlowAnswer(union.ask('compared node', { filter: shown, id, as }), (found) =>
        change(found?.at == null ? { at: null, node: found?.node ?? null } : { at: found.at, node: null }),
      )
    },
  }
}
