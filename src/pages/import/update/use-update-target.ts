import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '#api/query/query.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { flowVersion, type FlowVersion } from '#contract/flows/flow-version.ts'
import { keyOf } from '#contract/kernel/endpoint.ts'
import { readFlowData, type ReadFlow } from '#flow-data/read-flow.ts'

/** Versions that are read: those with runs in progress are among the newest ones. */
const newest = 50

export interface UpdateTarget {
  /** The flow that the file is compared with; null while it is loading. */
  target: ReadFlow | null
  error: Error | null
  retry: () => void
  versions: readonly FlowVersion[]
  /** The flow with another definition that was made since the comparison; null = there is none. */
  newer: ReadFlow | null
  /** Reads flow and versions again. */
  refresh: () => Promise<void>
  /** Compares with the newer definition. */
  acceptNewer: () => void
}

const isSameDefinition = ({ head: a }: ReadFlow, { head: b }: ReadFlow): boolean =>
  a.live_version === b.live_version && a.draft_version === b.draft_version

/** The flow that is updated. A new definition by somebody else is not compared before the user says so. */
export function useUpdateTarget(id: string): UpdateTarget {
  const client = useQueryClient()
  const queryKey = keyOf(flowApi.read, { id })
  const { data, error, refetch } = useQuery<ReadFlow>({
    queryKey,
    queryFn: ({ signal }) => readFlowData(id, client.getQueryData<ReadFlow>(queryKey), signal),
    structuralSharing: false,
    refetchOnWindowFocus: false,
  })
  const versions = useQuery(q(flowVersion.versions, { id, limit: newest }))
  const [target, setTarget] = useState<ReadFlow | null>(null)
  // A new name or tag is no other definition, but another version of the flow.
  if (data !== undefined && data !== target && (target === null || isSameDefinition(data, target))) setTarget(data)
  return {
    target,
    error: target === null ? error : null,
    retry: () => void refetch(),
    versions: versions.data?.results ?? [],
    newer: data === undefined || target === null || isSameDefinition(data, target) ? null : data,
    refresh: async () => void (await Promise.all([refetch(), versions.refetch()])),
    acceptNewer: () => setTarget(data ?? null),
  }
}
