import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { ApiError } from '#api/errors.ts'
import { flow as flowApi, type FlowDetail } from '#contract/flow.ts'
import { keyOf } from '#contract/kernel/endpoint.ts'
import { mergeKnownFields, isReturned } from '#lib/absent.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import { onFlowsLost } from '#flow-data/flows-lost.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { pendingVersion, acceptUpdate } from './displayed-flow.ts'
import { changedFlow, readFlowData, type ReadFlow } from '#flow-data/read-flow.ts'

/** Polling interval in ms for changes of an open flow. */
const pollIntervalMs = 30_000
/** Maximum nodes for polling: a larger flow has megabytes, and is only refetched when the window gets the focus. */
const maxPolledNodes = 1_500

/** A worker that ends is replaced, unless another one ended within this time in ms. */
const repeatedLossMs = 60_000

export interface OpenFlow {
  flow: FlowHead
  /** Nodes and edges of the flow, held off the main thread. */
  data: FlowData
  /** Another user's version that was not accepted yet. */
  newerVersion: FlowHead | null
  /** The flow was deleted while it was open. */
  isDeleted: boolean
  /** Why the last refetch failed: the displayed data are outdated. */
  refetchError: ApiError | null
  /** The worker ended for a second time: the drawing stays, but search and details do not work. */
  isWorkerLost: boolean
  readAt: number
  /** A panel beside the canvas, in the place of the open node; set by the page. */
  aside?: ReactNode
  refetch: () => void
  showNewerVersion: () => void
  /** Refetches and displays the flow, including changes of other users up to this version. */
  acceptVersion: (version: number) => void
  /** Displays the flow as returned by a change on this page. */
  applySaved: (flow: FlowDetail) => void
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
      if (performance.now() - lostAt > repeatedLossMs)
        void client.resetQueries({ queryKey: keyOf(flowApi.read, { id }) })
      lostAt = performance.now()
    })
  }, [client, id])
  return useQuery<ReadFlow>({
    queryKey,
    queryFn: ({ signal }) => readFlowData(id, client.getQueryData<ReadFlow>(queryKey), signal),
    structuralSharing: false,
    refetchInterval: ({ state: { data, error } }) =>
      data === undefined || isGone(error) || data.head.counts.all > maxPolledNodes ? false : pollIntervalMs,
  })
}

/**
 * An open flow keeps its version: changes of others are offered, not displayed automatically. Without version numbers,
 * each read is displayed.
 */
export function useOpenFlow(query: ReturnType<typeof useFlow>, latest: ReadFlow): OpenFlow {
  const client = useQueryClient()
  const [state, setDisplayed] = useState({ flow: latest, acceptedVersion: latest.version })
  const displayed = acceptUpdate(state, latest)
  if (displayed !== state) setDisplayed(displayed)
  const [isWorkerLost, setLost] = useState(false)
  // After the first worker has ended, the flow is read again, which resets this state.
  useEffect(() => onFlowsLost(() => setLost(true)), [])
  const { error } = query
  return {
    flow: displayed.flow.head,
    data: displayed.flow.data,
    newerVersion: pendingVersion(displayed, latest)?.head ?? null,
    isDeleted: isGone(error),
    refetchError: error instanceof ApiError && !isGone(error) ? error : null,
    isWorkerLost,
    readAt: query.dataUpdatedAt,
    refetch: () => void query.refetch(),
    showNewerVersion: () => setDisplayed({ flow: latest, acceptedVersion: latest.version }),
    acceptVersion: (version) => {
      // May be called by an action that began with an earlier state: an undo in a notification.
      setDisplayed((now) => ({ ...now, acceptedVersion: Math.max(now.acceptedVersion, version) }))
      void query.refetch()
    },
    applySaved: (response) => {
      // Services may return a part of the flow, or nothing: missing fields are unchanged until the next read.
      const answer = mergeKnownFields(response, displayed.flow.head)
      const flow = changedFlow(displayed.flow, answer)
      client.setQueryData<ReadFlow>(keyOf(flowApi.read, { id: answer.id }), flow)
      const hasVersion = isReturned(response, 'version')
      setDisplayed({ flow, acceptedVersion: hasVersion ? flow.version : displayed.flow.version + 1 })
      if (!hasVersion) void query.refetch()
    },
  }
}
