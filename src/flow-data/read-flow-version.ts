/** Reads a version of a flow: nodes and edges stay in the worker that parses them. Versions never change. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callRaw } from '#api/request/client.ts'
import { flowVersion } from '#contract/flows/flow-version.ts'
import { openFlowVersionData, type FlowData } from './flow-data.ts'
import { onFlowsLost } from './flows-lost.ts'
import type { FlowVersionHead } from './worker/open-flow-version.ts'

export interface ReadFlowVersion {
  /** Its state and its runs are those of the moment of the read. */
  head: FlowVersionHead
  data: FlowData
}

const versionsKey = ['flow version']

/** Rejects with ApiError, or with an Error if the response is not JSON. */
export async function readFlowVersion(id: string, number: number, signal: AbortSignal): Promise<ReadFlowVersion> {
  const { bytes } = await callRaw(flowVersion.version, { id, number: String(number) }, { signal })
  return openFlowVersionData(bytes)
}

const flowVersionQuery = (id: string, number: number) =>
  queryOptions<ReadFlowVersion>({
    // Not under the noun of the flow: a change of the flow leaves the definition of its versions as it is.
    queryKey: [...versionsKey, id, number],
    queryFn: ({ signal }) => readFlowVersion(id, number, signal),
    staleTime: Infinity,
    structuralSharing: false,
  })

/** A version of a flow; `number` null reads nothing. It is read again if the worker ends. */
export function useFlowVersion(id: string, number: number | null) {
  const client = useQueryClient()
  useEffect(() => onFlowsLost(() => void client.resetQueries({ queryKey: versionsKey })), [client])
  return useQuery({ ...flowVersionQuery(id, number ?? 0), enabled: number !== null })
}
