import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { ApiError } from '#api/errors.ts'
import { useExtension } from '#api/me.ts'
import { q } from '#api/query.ts'
import type { LaidRun } from '#canvas/run-strip.ts'
import { run as runApi, type RunDetail } from '#contract/billing.ts'
import type { FlowDetail } from '#contract/flow.ts'
import { overlayRun } from '#flow/run-overlay.ts'
import { readId } from '#parts/list-query.ts'
import { laidQuery } from './flow-view.ts'

/** How often a run is read again until it ends; one that waits for somebody may do so for days. */
const readEveryMs = { queued: 3_000, running: 3_000, waiting: 15_000 } as const

const pauseOf = (run: RunDetail | undefined): number | false =>
  run !== undefined && Object.hasOwn(readEveryMs, run.status)
    ? readEveryMs[run.status === 'waiting' ? 'waiting' : 'running']
    : false

export type LaidState =
  | { is: 'loading' }
  | { is: 'laid'; run: RunDetail; laid: LaidRun }
  | { is: 'elsewhere'; run: RunDetail }
  | { is: 'unknown' }
  | { is: 'failed'; error: ApiError }

export interface LaidRunView {
  /** Null where the URL names no run, or the service has no more to tell about one. */
  state: LaidState | null
  /** Why the run could not be read again; what is laid over is older. */
  trouble: ApiError | null
  again: () => void
  /** Lays another run over; null = none. */
  lay: (run: string | null) => void
}

/** The run that the URL lays over a flow, read again until it ends. */
export function useLaidRun({ id, nodes, edges }: FlowDetail): LaidRunView {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const isAsked = useExtension('run_detail') && query.has('run')
  const runId = readId(query, 'run')
  const read = useQuery({
    ...q(runApi.read, { id: runId ?? '' }),
    enabled: isAsked && runId !== null,
    // From run to run the one before stays until the next is there.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => pauseOf(data),
  })
  const { data: run, dataUpdatedAt: readAt, error } = read
  const state = useMemo((): LaidState => {
    if (runId === null || error?.status === 404) return { is: 'unknown' }
    if (run === undefined) return error === null ? { is: 'loading' } : { is: 'failed', error }
    if (run.flow.id !== id) return { is: 'elsewhere', run }
    const overlay = overlayRun({ nodes, edges }, run.steps, readAt)
    return { is: 'laid', run, laid: { overlay, currency: run.currency } }
  }, [runId, run, error, id, nodes, edges, readAt])
  return {
    state: isAsked ? state : null,
    trouble: run === undefined ? null : error,
    again: () => void read.refetch(),
    lay: (next) => void navigate({ search: laidQuery(query, next) }),
  }
}
