import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { ApiError } from '#api/errors.ts'
import { useExtension } from '#api/me.ts'
import type { LaidRun } from '#canvas/run-strip.ts'
import type { RunDetail } from '#contract/billing.ts'
import type { FlowDetail } from '#contract/flow.ts'
import { readId } from '#parts/list-query.ts'
import { laidQuery } from './flow-view.ts'
import type { ReadRun } from './read-laid-run.ts'

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
  const read = useQuery<ReadRun, ApiError>({
    // Beside the key of the run itself: what changes runs reads this again as well.
    queryKey: ['run', 'laid', runId],
    queryFn: async ({ signal }) => (await import('./read-laid-run.ts')).readLaidRun(runId ?? '', signal),
    enabled: isAsked && runId !== null,
    // From run to run the one before stays until the next is there.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => pauseOf(data?.run),
  })
  const { data, dataUpdatedAt: readAt, error } = read
  const state = useMemo((): LaidState => {
    if (runId === null || error?.status === 404) return { is: 'unknown' }
    if (data === undefined) return error === null ? { is: 'loading' } : { is: 'failed', error }
    const { run } = data
    if (run.flow.id !== id) return { is: 'elsewhere', run }
    const overlay = data.overlay({ nodes, edges }, run.steps, readAt)
    return { is: 'laid', run, laid: { overlay, currency: run.currency } }
  }, [runId, data, error, id, nodes, edges, readAt])
  return {
    state: isAsked ? state : null,
    trouble: data === undefined ? null : error,
    again: () => void read.refetch(),
    lay: (next) => void navigate({ search: laidQuery(query, next) }),
  }
}
