import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { ApiError } from '#api/errors.ts'
import { useLiveState } from '#api/live/live-state.ts'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import type { CanvasRunOverlay } from '#canvas/model/run-strip.ts'
import { run as runApi, type RunDetail } from '#contract/billing.ts'
import { flowReleases } from '#contract/kernel/extensions.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { useFlowVersion } from '#flow-data/read-flow-version.ts'
import type { TemplateHead } from '#flow-data/worker/open-template.ts'
import { isAbsent } from '#lib/absent.ts'
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

/** A version of the flow other than the displayed one, with what its canvas needs. */
export interface OverlayVersion {
  number: number
  head: TemplateHead
  data: FlowData
}

/** State of the run in the URL. */
export interface RunOverlayRead {
  state: RunOverlayState
  /** Why the run could not be refetched: the overlay is outdated. */
  refetchError: ApiError | null
  /** The version that the run used, if it is not the displayed one; null = the run is shown on the displayed one. */
  version: OverlayVersion | null
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
  { id, nodeCount, data }: { id: string; nodeCount: number; data: FlowData },
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

/** The displayed flow of an overlay. */
export interface RunOverlayTarget {
  flow: FlowHead
  data: FlowData
}

/** The version that a run used, if it is not the displayed one and the service stores versions. */
function useOverlayVersion({ flow }: RunOverlayTarget, run: RunDetail | undefined) {
  const used = run?.flow.id === flow.id ? run.flow.version : undefined
  const isOther = useExtension(flowReleases) && used !== undefined && !isAbsent(used) && used !== flow.live_version
  const { data: read, isPending } = useFlowVersion(flow.id, isOther ? used : null)
  const version = useMemo((): OverlayVersion | null => {
    if (!isOther || read === undefined) return null
    const { name, description } = flow
    return { number: read.head.number, head: { ...read.head, name, description }, data: read.data }
  }, [isOther, read, flow])
  return { version, isLoading: isOther && isPending }
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
  const { flow } = target
  const { version, isLoading } = useOverlayVersion(target, run)
  const shown = version ?? { head: flow, data: target.data }
  const overlay = useOverlay({ id: flow.id, nodeCount: shown.head.counts.all, data: shown.data }, run, readAt)
  return useMemo((): RunOverlayRead => {
    const stateNow = (): RunOverlayState => {
      if (runId === null || error?.status === 404) return { is: 'unknown' }
      if (run === undefined) return error === null ? { is: 'loading' } : { is: 'failed', error }
      if (run.flow.id !== flow.id) return { is: 'elsewhere', run }
      return isLoading ? { is: 'loading' } : (overlay ?? { is: 'loading' })
    }
    return { state: stateNow(), refetchError: run === undefined ? null : error, version, refetch: () => void refetch() }
  }, [runId, run, error, flow.id, isLoading, overlay, version, refetch])
}
