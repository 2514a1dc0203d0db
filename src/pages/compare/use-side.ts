/** One side of a comparison, from the service or from a file. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { flow as flowApi } from '#contract/flow.ts'
import { keyOf } from '#contract/kernel/endpoint.ts'
import type { Definitions } from '#flow/diff/diff-definitions.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import { onFlowsLost } from '#flow-data/flows-lost.ts'
import type { ReadFlow } from '#flow-data/read-flow.ts'
import { versionWords } from '#parts/forms/known-version.ts'
import type { SideName } from '#ui/paths.ts'

/** Loads when the first side is chosen, or a moment after the page; entry.ts loads it if the URL names one. */
export const loadSides = () => import('./open-side.ts')

export interface Side {
  is: SideName['is']
  /** Of the flow, or of the file. */
  name: string
  /** The version in words; "" for a file. */
  version: string
  data: FlowData
  /** Null if only nodes and edges are known. */
  definitions: Definitions | null
  hasPositions: boolean
}

/** A side that is no longer in this browser: a retry does not help. */
export class GoneHere extends Error {
  override name = 'GoneHere'
}

const flowKey = (id: string) => keyOf(flowApi.read, { id })

const flowSide = ({ head, data }: ReadFlow): Side => ({
  is: 'flow',
  name: head.name,
  version: versionWords(head.version),
  data,
  definitions: head,
  hasPositions: head.hasPositions,
})

export interface SideView {
  /** Null while it is loading, or none was chosen. */
  side: Side | null
  error: Error | null
  again: () => void
}

/** Null = none was chosen. */
export function useSide(name: SideName | null): SideView {
  const client = useQueryClient()
  const id = name?.is === 'flow' ? name.key : null
  const queryKey = flowKey(id ?? '')
  const flow = useQuery<ReadFlow>({
    queryKey,
    queryFn: async ({ signal }) =>
      (await loadSides()).readSide(id ?? '', client.getQueryData<ReadFlow>(queryKey), signal),
    enabled: id !== null,
    structuralSharing: false,
    // A comparison does not change while it is viewed.
    refetchOnWindowFocus: false,
  })
  const here = useQuery<Side>({
    queryKey: ['compared side', name],
    queryFn: async () => {
      if (name === null) throw new Error('Nothing is selected.')
      const { seenSide, fileSide } = await loadSides()
      return name.is === 'seen' ? seenSide(client, name.key) : fileSide(name.key)
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
      again: () => void flow.refetch(),
    }
  return { side: here.data ?? null, error: here.error, again: () => void here.refetch() }
}
