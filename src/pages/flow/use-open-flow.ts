import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#api/errors.ts'
import { flow as flowApi, type FlowDetail } from '#contract/flow.ts'
import { keyOf } from '#contract/kernel/kernel.ts'
import { filledFrom, isGiven } from '#lib/absent.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import { onFlowsLost } from '#flow-data/flows-lost.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { pendingVersion, acceptUpdate } from './displayed-flow.ts'
import { changedFlow, readFlowData, type ReadFlow } from '#flow-data/read-flow.ts'

/** How often an open flow is read again to see whether somebody changed it. */
const askEveryMs = 30_000
/** A larger flow is megabytes: it is read again when one comes back to the window, not all the time. */
const maxAskedNodes = 1_500

/** A worker that ends is replaced, but not over and over. */
const loseAgainMs = 60_000

export interface OpenFlow {
  flow: FlowHead
  /** Nodes and edges of the flow, held off the main thread. */
  data: FlowData
  /** Somebody else's version that waits to be looked at. */
  newer: FlowHead | null
  /** It was deleted while it was open. */
  gone: boolean
  /** The last attempt to read it again failed: what is shown is older. */
  trouble: ApiError | null
  /** Where it was held is gone for a second time: what is drawn stays, nothing more can be asked. */
  isLost: boolean
  readAt: number
  again: () => void
  showNewer: () => void
  /** Reads it again and shows it, up to this version of somebody else. */
  take: (version: number) => void
  /** Shows a flow as an own change left it. */
  saved: (flow: FlowDetail) => void
}

const isGone = (error: Error | null): boolean => error instanceof ApiError && error.status === 404

/** A flow by its id, read again while it is open. */
export function useFlow(id: string) {
  const client = useQueryClient()
  const queryKey = keyOf(flowApi.read, { id })
  useEffect(() => {
    let lostAt = -Infinity
    return onFlowsLost(() => {
      // A flow that takes the next worker down as well stays away: the page then says what to do.
      if (performance.now() - lostAt > loseAgainMs) void client.resetQueries({ queryKey: keyOf(flowApi.read, { id }) })
      lostAt = performance.now()
    })
  }, [client, id])
  return useQuery<ReadFlow>({
    queryKey,
    queryFn: ({ signal }) => readFlowData(id, client.getQueryData<ReadFlow>(queryKey), signal),
    structuralSharing: false,
    refetchInterval: ({ state: { data, error } }) =>
      data === undefined || isGone(error) || data.head.counts.all > maxAskedNodes ? false : askEveryMs,
  })
}

/** An open flow stands still: what others change in it is offered, never put under one's eyes. */
export function useOpenFlow(query: ReturnType<typeof useFlow>, latest: ReadFlow): OpenFlow {
  const client = useQueryClient()
  const [state, setHeld] = useState({ flow: latest, own: latest.version })
  const held = acceptUpdate(state, latest)
  if (held !== state) setHeld(held)
  const [isLost, setLost] = useState(false)
  // After the first time the flow is read again, and with it all of this begins anew.
  useEffect(() => onFlowsLost(() => setLost(true)), [])
  const { error } = query
  return {
    flow: held.flow.head,
    data: held.flow.data,
    newer: pendingVersion(held, latest)?.head ?? null,
    gone: isGone(error),
    trouble: error instanceof ApiError && !isGone(error) ? error : null,
    isLost,
    readAt: query.dataUpdatedAt,
    again: () => void query.refetch(),
    showNewer: () => setHeld({ flow: latest, own: latest.version }),
    take: (version) => {
      setHeld({ ...held, own: Math.max(held.own, version) })
      void query.refetch()
    },
    saved: (given) => {
      // Services answer with a part of the flow, or with nothing: what they leave out is as it was, until it is read again.
      const answer = filledFrom(given, held.flow.head)
      const flow = changedFlow(held.flow, answer)
      client.setQueryData<ReadFlow>(keyOf(flowApi.read, { id: answer.id }), flow)
      const isCounted = isGiven(given, 'version')
      setHeld({ flow, own: isCounted ? flow.version : held.flow.version + 1 })
      if (!isCounted) void query.refetch()
    },
  }
}
