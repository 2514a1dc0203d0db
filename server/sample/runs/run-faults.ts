/** Errors of sample runs, with messages as in the console: cause, consequence, remedy. */
import type { Random } from '#server/sample/random.ts'
import type { PathNode } from './run-paths.ts'

export interface RunFault {
  code: string
  message: string
  /** Duration until the error in ms; null = the usual duration of the step. */
  ms: number | null
}

/** Error of a service that has been down for some hours. */
export const serviceDown = (name: string): RunFault => ({
  code: 'http_503',
  message: `${name} is unavailable (503). Run it again later.`,
  ms: null,
})

const calls: readonly (readonly [(name: string) => RunFault, number])[] = [
  [
    (name) => ({
      code: 'timeout',
      message: `${name} did not respond within 8 s. Nothing was changed. You can safely run it again.`,
      ms: 8000,
    }),
    5,
  ],
  [serviceDown, 4],
  [
    (name) => ({
      code: 'http_401',
      message: `${name} rejected the credentials. Enter the new key in the tool, then run it again.`,
      ms: null,
    }),
    2,
  ],
  [
    (name) => ({
      code: 'http_422',
      message: `${name} rejected the values (422). Check the input of this node, then correct the flow.`,
      ms: null,
    }),
    2,
  ],
  [
    (name) => ({
      code: 'http_429',
      message: `${name} received too many requests (429). Three attempts failed. Run it again in a minute.`,
      ms: null,
    }),
    1,
  ],
]

const faults: Record<string, readonly (readonly [(name: string) => RunFault, number])[]> = {
  api: calls,
  agent: [
    [
      () => ({
        code: 'model_unavailable',
        message: 'The model did not respond. Nothing was sent. You can safely run it again.',
        ms: null,
      }),
      3,
    ],
    [
      () => ({
        code: 'max_steps',
        message: 'The agent used all its steps without a result. Allow more steps, or improve its instructions.',
        ms: null,
      }),
      1,
    ],
  ],
  code: [
    [
      () => ({
        code: 'code_error',
        message: 'Line 1: cannot read “length” of undefined. Check the output of the previous node.',
        ms: null,
      }),
      1,
    ],
  ],
  transform: [
    [
      () => ({
        code: 'expression_error',
        message:
          'The expression has no value for this input. Check the input of this node, then correct the expression.',
        ms: null,
      }),
      1,
    ],
  ],
  message: [
    [
      (name) => ({
        code: 'channel_error',
        message: `The message could not be sent because the channel rejected the credentials (${name}). Sign in again, then run it again.`,
        ms: null,
      }),
      2,
    ],
    [
      () => ({
        code: 'recipient_refused',
        message: 'The recipient does not exist. Correct the address of the contact.',
        ms: null,
      }),
      1,
    ],
  ],
  subflow: [
    [
      () => ({
        code: 'subflow_failed',
        message: 'The flow that was called failed. Open its run to see why.',
        ms: null,
      }),
      1,
    ],
  ],
}

/** A random error that is possible for this type of node. */
export const runFaultAt = (node: PathNode, random: Random): RunFault =>
  random.weighted(faults[node.type] ?? calls)(node.label || node.name)

/** Error of a blocked run. */
export const budgetFault: RunFault = {
  code: 'budget_reached',
  message: 'The daily limit of this flow was reached. Nothing ran. Raise the limit, or wait until tomorrow.',
  ms: 0,
}
/** Error of a run that timed out. */
export const slowFault: RunFault = {
  code: 'run_timeout',
  message: 'The run took longer than this flow allows and was stopped. Run it again, or allow more time.',
  ms: 30_000,
}
