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
  add: () => void
  isAdding: boolean
  /** Null if it is unknown, or nothing is being added. */
  progress: SampleProgress | null
  error: ApiError | null
}

/** @param onAdded called once when the sample is complete, also if the response to its request was lost */
export function useAddSample(onAdded?: () => void): AddSample {
  const client = useQueryClient()
  const hasProgress = useExtension('sample_progress')
  const hasSample = useMe()?.account.sample ?? false
  const { mutate, isPending, isSuccess, error } = useApiMutation(sample.create)
  const { data } = useQuery({
    ...q(sample.read, {}),
    // The flows, by which an account has a sample, are added last.
    enabled: hasProgress && !hasSample,
    retry: false,
    refetchInterval: ({ state }) => (isPending || state.data?.status === 'adding' ? pollMs : false),
  })
  const status = hasSample ? 'present' : (data?.status ?? 'absent')
  const isAdding = isPending || status === 'adding'
  const isComplete = !isAdding && (isSuccess || status === 'present')
  const wasAdding = useRef(isAdding)
  useEffect(() => {
    if (wasAdding.current && isComplete) {
      // Without this tab's own response, nothing else says that the data have changed.
      if (!isSuccess) void client.invalidateQueries()
      onAdded?.()
    }
    wasAdding.current = isAdding
  }, [client, isAdding, isComplete, isSuccess, onAdded])
  return {
    add: () => mutate({}),
    isAdding,
    progress: status === 'adding' ? (data?.progress ?? null) : null,
    // A lost response does not mean that the service stopped adding.
    error: isAdding || isComplete ? null : error,
  }
}
