import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#api/errors.ts'
import { flow as flowApi, type FlowDetail } from '#contract/flow.ts'
import { keyOf } from '#contract/kernel/endpoint.ts'
import { filledFrom, isGiven } from '#lib/absent.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import { onFlowsLost } from '#flow-data/flows-lost.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { pendingVersion, acceptUpdate } from './displayed-flow.ts'
import { changedFlow, readFlowData, type ReadFlow } from '#flow-data/read-flow.ts'

/** Polling interval in ms for changes of an open flow. */
const askEveryMs = 30_000
/** Maximum nodes for polling: a larger flow has megabytes, and is only refetched when the window gets the focus. */
const maxAskedNodes = 1_500

/** A worker that ends is replaced, unless another one ended within this time in ms. */
const loseAgainMs = 60_000

export interface OpenFlow {
  flow: FlowHead
  /** Nodes and edges of the flow, held off the main thread. */
  data: FlowData
  /** Another user's version that was not accepted yet. */
  newer: FlowHead | null
  /** The flow was deleted while it was open. */
  gone: boolean
  /** Why the last refetch failed: the displayed data are outdated. */
  trouble: ApiError | null
  /** The worker ended for a second time: the drawing stays, but search and details do not work. */
  isLost: boolean
  readAt: number
  again: () => void
  showNewer: () => void
  /** Refetches and displays the flow, including changes of other users up to this version. */
  take: (version: number) => void
  /** Displays a flow after a change made here. */
  saved: (flow: FlowDetail) => void
}

const isGone = (error: Error | null): boolean => error instanceof ApiError && error.status === 404

/** A flow by its id, refetched while it is open. */
export function useFlow(id: string) {
  const client = useQueryClient()
  const queryKey = keyOf(flowApi.read, { id })
  useEffect(() => {
    let lostAt = -Infinity
    return onFlowsLost(() => {
      // If the flow ends the next worker too, it is not reloaded, and the page shows a notice.
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

/** An open flow keeps its version: changes of others are offered, never displayed automatically. */
export function useOpenFlow(query: ReturnType<typeof useFlow>, latest: ReadFlow): OpenFlow {
  const client = useQueryClient()
  const [state, setHeld] = useState({ flow: latest, own: latest.version })
  const held = acceptUpdate(state, latest)
  if (held !== state) setHeld(held)
  const [isLost, setLost] = useState(false)
  // After the first worker has ended, the flow is read again, which resets this state.
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
      // Services may return a part of the flow, or nothing: missing fields are unchanged until the next read.
      const answer = filledFrom(given, held.flow.head)
      const flow = changedFlow(held.flow, answer)
      client.setQueryData<ReadFlow>(keyOf(flowApi.read, { id: answer.id }), flow)
      const isCounted = isGiven(given, 'version')
      setHeld({ flow, own: isCounted ? flow.version : held.flow.version + 1 })
      if (!isCounted) void query.refetch()
    },
  }
}
