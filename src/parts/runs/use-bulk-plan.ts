import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#api/request/client.ts'
import type { ApiError } from '#api/errors.ts'
import type { Input } from '#contract/kernel/endpoint.ts'
import { runWork, type RunBulkPlan } from '#contract/run-work.ts'

/** The plan of a bulk action, also for one run; it is read again each time it is opened. Nothing is changed. */
export const useBulkPlan = (body: Input<typeof runWork.planBulk>['body'], enabled = true) =>
  useQuery<RunBulkPlan, ApiError>({
    queryKey: [runWork.planBulk.noun, runWork.planBulk.id, body],
    queryFn: ({ signal }) => call(runWork.planBulk, { body }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    // A choice within the plan stays where it is while the plan for it is loading.
    placeholderData: keepPreviousData,
    enabled,
  })
