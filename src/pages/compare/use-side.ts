/** One side of a comparison: a flow of this or another service, a file, or a version viewed in this browser. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { flow as flowApi } from '#contract/flow.ts'
import { keyOf } from '#contract/kernel/endpoint.ts'
import { connection } from '#api/connection/connection.ts'
import { onFlowsLost } from '#flow-data/flows-lost.ts'
import type { ReadFlow } from '#flow-data/read-flow.ts'
import type { ComparedSide } from '#parts/compare/compared-side.ts'
import { flowVersionWords } from '#parts/forms/known-version.ts'
import type { SideName } from '#ui/paths.ts'

/** Loaded when the first side is chosen, or shortly after the page; entry.ts loads it if the URL names a side. */
export const loadSides = () => import('./open-side.ts')

/** Error for a side that is no longer in this browser. */
export class SideNotStoredError extends Error {
  override name = 'SideNotStoredError'
}

const flowKey = (id: string) => keyOf(flowApi.read, { id })

const flowSide = ({ head, data }: ReadFlow): ComparedSide => ({
  is: 'flow',
  name: head.name,
  version: flowVersionWords(head),
  data,
  definitions: head,
  hasPositions: head.hasPositions,
})

export interface SideView {
  /** Null while it is loading, if it could not be opened, and if none is chosen. */
  side: ComparedSide | null
  error: Error | null
  retry: () => void
}

/** Opens one side; `name` null = none is chosen. */
export function useSide(name: SideName | null): SideView {
  const client = useQueryClient()
  const isHere = name?.service === undefined || name.service === connection().id
  const id = name?.is === 'flow' && isHere ? name.key : null
  const queryKey = flowKey(id ?? '')
  const flow = useQuery<ReadFlow>({
    queryKey,
    queryFn: async ({ signal }) =>
      (await loadSides()).readSide(id ?? '', client.getQueryData<ReadFlow>(queryKey), signal),
    enabled: id !== null,
    structuralSharing: false,
    // A comparison should not change while the user views it.
    refetchOnWindowFocus: false,
  })
  const localSide = useQuery<ComparedSide>({
    queryKey: ['compared side', name],
    queryFn: async ({ signal }) => {
      if (name === null) throw new Error('Nothing is selected.')
      const { viewedVersionSide, flowVersionSide, fileSide, otherServiceSide } = await loadSides()
      if (name.service !== undefined) return otherServiceSide(name.service, name.key, signal)
      if (name.is === 'version') return flowVersionSide(client, name.key, signal)
      return name.is === 'seen' ? viewedVersionSide(client, name.key) : fileSide(name.key)
    },
    enabled: name !== null && id === null,
    staleTime: Infinity,
    retry: false,
    structuralSharing: false,
    networkMode: 'always',
  })
  useEffect(
    () =>
      onFlowsLost(() => {
        void client.resetQueries({ queryKey: ['compared side'] })
        void client.resetQueries({ queryKey: flowKey(id ?? '') })
      }),
    [client, id],
  )
  if (id !== null)
    return {
      side: flow.data === undefined ? null : flowSide(flow.data),
      error: flow.data === undefined ? flow.error : null,
      retry: () => void flow.refetch(),
    }
  return { side: localSide.data ?? null, error: localSide.error, retry: () => void localSide.refetch() }
}
