import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { ApiError } from '#api/errors.ts'
import { useLiveState } from '#api/live/live-state.ts'
import { q } from '#api/query/query.ts'
import type { CanvasRunOverlay } from '#canvas/model/run-strip.ts'
import { run as runApi, type RunDetail } from '#contract/billing.ts'
import { readId } from '#parts/lists/list-query.ts'
import type { FlowData } from '#flow-data/flow-data.ts'

/** Polling interval in ms until a run ends, without live updates; a waiting run may wait for days. */
const pollIntervalMs = { queued: 3_000, running: 3_000, waiting: 15_000 } as const

const pollInterval = (run: RunDetail | undefined): number | false =>
  run !== undefined && Object.hasOwn(pollIntervalMs, run.status)
    ? pollIntervalMs[run.status === 'waiting' ? 'waiting' : 'running']
    : false

export type RunOverlayState =
  | { is: 'loading' }
  /** `reachedCount` = number of steps of the flow that the run reached, of `stepCount`. */
  | { is: 'shown'; run: RunDetail; overlay: CanvasRunOverlay; reachedCount: number; stepCount: number }
  | { is: 'elsewhere'; run: RunDetail }
  | { is: 'unknown' }
  | { is: 'failed'; error: ApiError }
  /** The code failed to load. */
  | { is: 'not loaded' }

/** State of the run in the URL. */
export interface RunOverlayRead {
  state: RunOverlayState
  /** Why the run could not be refetched: the overlay is outdated. */
  refetchError: ApiError | null
  refetch: () => void
}

export interface RunOverlayView extends Omit<RunOverlayRead, 'state'> {
  /** Null if the URL contains no run, or the service has no details of runs. */
  state: RunOverlayState | null
  /** Changes the run of the overlay; null = none. */
  showRun: (run: string | null) => void
}

/** The overlay of a run on a flow with `nodeCount` nodes; the previous one stays until the next is ready. */
function useOverlay(
  { id, nodeCount, data }: RunOverlayTarget,
  run: RunDetail | undefined,
  readAt: number,
): RunOverlayState | null {
  const isOwnRun = run?.flow.id === id
  const { data: state } = useQuery({
    // The time of the read identifies the steps, which would make a long key.
    queryKey: ['flow data', data.key, 'lay run', run?.id, readAt],
    queryFn: async (): Promise<RunOverlayState | null> => {
      if (run === undefined) return null
      const { reachedNodes, takenEdges, missingNodes, steps } = await data.ask('lay run', { steps: run.steps, readAt })
      const nodes = Array.from({ length: nodeCount }, (_node, index) => reachedNodes.get(index) ?? null)
      const overlay = { overlay: { nodes, takenEdges, missingNodes }, currency: run.currency }
      return { is: 'shown', run, overlay, reachedCount: reachedNodes.size, stepCount: steps }
    },
    enabled: isOwnRun,
    staleTime: Infinity,
    retry: false,
    // Comparing thousands of records with the previous ones would block the page.
    structuralSharing: false,
    // A run in progress gets a new overlay every few seconds.
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  return isOwnRun ? (state ?? null) : null
}

/** The flow of an overlay: its id, number of nodes, and data. */
export interface RunOverlayTarget {
  id: string
  nodeCount: number
  data: FlowData
}

/** The run overlay of the URL, refetched until the run ends. */
export function useRunOverlay(target: RunOverlayTarget): RunOverlayRead {
  const [query] = useSearchParams()
  const runId = readId(query, 'run')
  const isLive = useLiveState() === 'live'
  const read = useQuery({
    ...q(runApi.read, { id: runId ?? '' }),
    enabled: runId !== null,
    // The previous run stays until the next is loaded.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (isLive ? false : pollInterval(data)),
  })
  const { data: run, dataUpdatedAt: readAt, error, refetch } = read
  const overlay = useOverlay(target, run, readAt)
  return useMemo((): RunOverlayRead => {
    const stateNow = (): RunOverlayState => {
      if (runId === null || error?.status === 404) return { is: 'unknown' }
      if (run === undefined) return error === null ? { is: 'loading' } : { is: 'failed', error }
      return run.flow.id === target.id ? (overlay ?? { is: 'loading' }) : { is: 'elsewhere', run }
    }
    return { state: stateNow(), refetchError: run === undefined ? null : error, refetch: () => void refetch() }
  }, [runId, run, error, target.id, overlay, refetch])
}
