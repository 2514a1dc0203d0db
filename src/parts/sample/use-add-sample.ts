/** Adding the sample workspace, and its progress, also if another tab or an earlier visit started it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ApiError } from '#api/errors.ts'
import { useExtension, useMe } from '#api/query/me.ts'
import { q, useApiMutation } from '#api/query/query.ts'
import { sample, type SampleProgress } from '#contract/sample.ts'

/** Interval of reading the progress, in ms. */
const pollMs = 1000

export interface AddSample {
  add: (options?: { onSuccess: (made: { flows: number }) => void }) => void
  isAdding: boolean
  /** Null if it is unknown, or nothing is being added. */
  progress: SampleProgress | null
  error: ApiError | null
}

export function useAddSample(): AddSample {
  const client = useQueryClient()
  const hasProgress = useExtension('sample_progress')
  const hasSample = useMe()?.account.sample ?? false
  const { mutate, isPending, error } = useApiMutation(sample.create)
  const { data } = useQuery({
    ...q(sample.read, {}),
    // The flows, by which an account has a sample, are added last.
    enabled: hasProgress && !hasSample,
    retry: false,
    refetchInterval: ({ state }) => (isPending || state.data?.status === 'adding' ? pollMs : false),
  })
  const status = hasSample ? 'present' : (data?.status ?? 'absent')
  const previousStatus = useRef(status)
  useEffect(() => {
    // Without this tab's own request, nothing else says that the sample is complete.
    if (previousStatus.current === 'adding' && status !== 'adding') void client.invalidateQueries()
    previousStatus.current = status
  }, [client, status])
  const isAdding = isPending || status === 'adding'
  return {
    add: (options) => mutate({}, options ?? {}),
    isAdding,
    progress: status === 'adding' ? (data?.progress ?? null) : null,
    // A lost response does not mean that the service stopped adding.
    error: isAdding ? null : error,
  }
}
