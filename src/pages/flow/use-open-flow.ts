import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '#api/errors.ts'
import { q } from '#api/query.ts'
import { flow as flowApi, type FlowDetail } from '#contract/flow.ts'
import { keyOf } from '#contract/kernel.ts'
import { newerThan, takeIn } from './held-flow.ts'

/** How often an open flow is read again to see whether somebody changed it. */
const askEveryMs = 30_000
/** A larger flow is megabytes: it is read again when one comes back to the window, not all the time. */
const maxAskedNodes = 1_500

export interface OpenFlow {
  flow: FlowDetail
  /** Somebody else's version that waits to be looked at. */
  newer: FlowDetail | null
  /** It was deleted while it was open. */
  gone: boolean
  /** The last attempt to read it again failed: what is shown is older. */
  trouble: ApiError | null
  readAt: number
  again: () => void
  showNewer: () => void
  /** Reads it again and shows it, up to this version of somebody else. */
  take: (version: number) => void
  /** Shows a flow as an own change left it. */
  saved: (flow: FlowDetail) => void
}

/** A flow by its id, read again while it is open. */
export function useFlow(id: string) {
  return useQuery({
    ...q(flowApi.read, { id }),
    refetchInterval: ({ state: { data, error } }) =>
      data === undefined || error?.status === 404 || data.nodes.length > maxAskedNodes ? false : askEveryMs,
  })
}

/** An open flow stands still: what others change in it is offered, never put under one's eyes. */
export function useOpenFlow(query: ReturnType<typeof useFlow>, latest: FlowDetail): OpenFlow {
  const client = useQueryClient()
  const [state, setHeld] = useState({ flow: latest, own: latest.version })
  const held = takeIn(state, latest)
  if (held !== state) setHeld(held)
  const { error } = query
  return {
    flow: held.flow,
    newer: newerThan(held, latest),
    gone: error?.status === 404,
    trouble: error !== null && error.status !== 404 ? error : null,
    readAt: query.dataUpdatedAt,
    again: () => void query.refetch(),
    showNewer: () => setHeld({ flow: latest, own: latest.version }),
    take: (version) => {
      setHeld({ ...held, own: Math.max(held.own, version) })
      void query.refetch()
    },
    saved: (flow) => {
      client.setQueryData(keyOf(flowApi.read, { id: flow.id }), flow)
      setHeld({ flow, own: flow.version })
    },
  }
}
