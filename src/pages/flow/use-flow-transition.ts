import type { ApiError } from '#api/errors.ts'
import { useApiMutation } from '#api/query/query.ts'
import { flow as flowApi, type FlowDetail } from '#contract/flow.ts'
import type { FlowTransition } from '#parts/flows/flow-transitions.ts'

export interface FlowTransitionWrite {
  move: (
    verb: FlowTransition['verb'],
    id: string,
    onDone: (flow: FlowDetail) => void,
    onFailed?: (error: ApiError) => void,
  ) => void
  isPending: boolean
  /** Why the last transition failed. 409 `not_ready`: something blocks the flow; see its findings. */
  error: ApiError | null
  reset: () => void
}

/** Activates, pauses and archives flows. */
export function useFlowTransition(): FlowTransitionWrite {
  const writes = {
    activate: useApiMutation(flowApi.activate),
    pause: useApiMutation(flowApi.pause),
    archive: useApiMutation(flowApi.archive),
  }
  const all = Object.values(writes)
  const reset = () => {
    for (const write of all) write.reset()
  }
  return {
    move: (verb, id, onDone, onFailed) => {
      reset()
      writes[verb].mutate({ id }, { onSuccess: onDone, onError: (error) => onFailed?.(error) })
    },
    isPending: all.some((write) => write.isPending),
    error: all.find((write) => write.error !== null)?.error ?? null,
    reset,
  }
}

/** Whether an error means that findings prevent the activation. */
export const isNotReady = (error: ApiError): boolean => error.status === 409 && error.code === 'not_ready'
