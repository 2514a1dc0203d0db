/** Changes of a flow since it was last viewed in this browser. */
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { FlowDetail } from '#contract/flow.ts'
import type { ChangesAnswer } from '#flow-data/questions/ask-changes.ts'
import type { ViewedKey } from '#flow-data/compare/difference-cache.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import { storageScope } from '#parts/storage/storage-scope.ts'

export interface FlowChanges extends ChangesAnswer {
  /** Key of the comparison: where the viewed version is stored, and the version compared with it. */
  viewed: ViewedKey
  /** Number of changes not yet viewed. */
  newCount: number
}

type Version = Pick<FlowDetail, 'id' | 'version'>

/** Delay in ms of the comparison, which runs once for each version: the page has priority. */
const compareDelayMs = 400

const keyOf = ({ id, version }: Version) => ['flow changes', id, version]

async function changesOf(client: QueryClient, { id, version }: Version, data: FlowData): Promise<FlowChanges> {
  await new Promise((resolve) => setTimeout(resolve, compareDelayMs))
  const viewed = { key: await storageScope(client, [id]), version }
  const changes = await data.ask('changes', viewed)
  return { ...changes, viewed, newCount: changes.difference?.lines ?? 0 }
}

/** Changes of a flow since it was last viewed here; null until they are computed. */
export function useFlowChanges(flow: Version, data: FlowData): FlowChanges | null {
  const client = useQueryClient()
  const { data: changes } = useQuery({
    queryKey: keyOf(flow),
    queryFn: () => changesOf(client, flow, data),
    staleTime: Infinity,
    // The result does not depend on the service.
    networkMode: 'always',
  })
  return changes ?? null
}

/** Marks the changes as viewed: the next visit starts from this version. */
export function useMarkChangesViewed({ id, version }: Version, data: FlowData): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    const queryKey = keyOf({ id, version })
    const known = client.getQueryData<FlowChanges>(queryKey)
    if (known === undefined || known.newCount === 0) return
    client.setQueryData<FlowChanges>(queryKey, { ...known, newCount: 0 })
    // If this fails, the changes are new again at the next visit.
    data.ask('seen', known.viewed).catch(() => null)
  }, [client, id, version, data])
}

const noNodes: ReadonlySet<number> = new Set()

/** Indexes of the nodes that were added, changed or moved since the flow was last viewed here. */
export function useChangedSinceLastVisit(flow: Version, data: FlowData): ReadonlySet<number> {
  const changed = useFlowChanges(flow, data)?.difference?.changed
  return useMemo(() => (changed === undefined ? noNodes : new Set(changed)), [changed])
}
