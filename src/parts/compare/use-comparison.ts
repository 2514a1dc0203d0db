import { useQuery } from '@tanstack/react-query'
import type { ComparedData } from '#flow-data/flow-data.ts'
import type { CompareView } from './compare-view.ts'
import type { ComparedSide } from './compared-side.ts'

export interface ComparisonView {
  /**
   * Null until the first result for these two flows. When options change, the previous result stays until the new one
   * is ready.
   */
  comparedData: ComparedData | null
  error: Error | null
}

/** The comparison of two flows, computed in the worker that holds both. */
export function useComparison(
  before: ComparedSide | null,
  after: ComparedSide | null,
  view: CompareView,
): ComparisonView {
  const { ids, positions } = view
  const of = [before?.data.key, after?.data.key]
  const { data, error } = useQuery({
    queryKey: ['compared', ...of, ids, positions],
    queryFn: async () => {
      if (before === null || after === null) throw new Error('Two flows are needed.')
      const definitions =
        before.definitions === null || after.definitions === null
          ? null
          : { before: definitionsOf(before.definitions), after: definitionsOf(after.definitions) }
      const isMasked = before.is === 'seen' || after.is === 'seen'
      const { compareFlowData } = await import('#flow-data/flow-data.ts')
      return compareFlowData(before.data, after.data, { ids, positions, definitions, isMasked })
    },
    enabled: before !== null && after !== null,
    staleTime: Infinity,
    retry: false,
    structuralSharing: false,
    networkMode: 'always',
    placeholderData: (last, query) => (query?.queryKey[1] === of[0] && query?.queryKey[2] === of[1] ? last : undefined),
  })
  return { comparedData: data ?? null, error }
}

/** The compared fields of a head. */
const definitionsOf = ({
  name,
  description,
  metadata,
  variables,
  settings,
}: NonNullable<ComparedSide['definitions']>) => ({
  name,
  description,
  metadata,
  variables,
  settings,
})
