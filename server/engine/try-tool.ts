/** A tool used once by somebody who tries it: as in a step of a run, but without one. */
import type { Json, JsonRecord } from '#lib/json.ts'
import type { Log } from '#server/log.ts'
import type { Secrets } from '#server/secrets.ts'
import type { BoundTool } from '#server/store/engine-bound.ts'
import type { Queryable } from '#server/store/engine-db.ts'
import type { EngineTools } from './engine-tools.ts'
import { executeTool } from './execute-tool.ts'
import type { CallOutcome } from './http/call-api.ts'
import type { CostLine, Spends, Values } from './node.ts'
import { recordAsked, recordError, recordOutput } from './step-record.ts'
import { StepSecrets } from './step-secrets.ts'
import { fillValue, renderText, TextError } from './text/render.ts'

/** Milliseconds after which a trial is over, whatever the tool allows itself: somebody waits for it. */
const longestTrialMs = 120_000

export interface TrialParts {
  /** On the pool: no transaction is open while something goes out. */
  db: Queryable
  secrets: Secrets
  tools: EngineTools
  log: Log
}

export interface Trial {
  account: string
  /** What goes out names it as its idempotency key, hashed. */
  id: string
  tool: BoundTool
  values: Values
  /** Everything that expressions see. */
  seen: JsonRecord
  /** Micros that it may cost. */
  budget: bigint
  spends: Spends
}

/** All of it masked and bounded, as it would be recorded of a step. */
export interface Tried {
  output: Json
  asked: Json
  error: { code: string; message: string } | null
  costs: readonly CostLine[]
  ms: number
}

const failure = (code: string, message: string): CallOutcome => ({
  ok: false,
  code,
  message,
  retryable: false,
  costs: [],
})

/** What came of a call, as it may be shown. */
function recorded(done: CallOutcome, secrets: StepSecrets, isLate: boolean): Pick<Tried, 'output' | 'error' | 'costs'> {
  const { costs } = done
  if (done.ok) {
    const output = recordOutput(done.output, secrets)
    return output.ok ? { output: output.value, error: null, costs } : { output: null, error: output, costs }
  }
  const kept = done.output === undefined ? null : recordOutput(done.output, secrets)
  const late = { code: 'timeout', message: `A trial ends after ${longestTrialMs / 1000} s, and this one was not over.` }
  return { output: kept?.ok ? kept.value : null, error: recordError(isLate ? late : done, secrets), costs }
}

/** Uses an api or an agent. It never throws once something may have gone out: a fault of ours is told as one, and logged. */
export async function tryTool(parts: TrialParts, trial: Trial): Promise<Tried> {
  const { tools, log } = parts
  const { account, id, values, seen, budget, spends } = trial
  const secrets = new StepSecrets(parts.db, parts.secrets, { account, id: '' })
  const tool = secrets.ready(trial.tool)
  const signal = AbortSignal.timeout(longestTrialMs)
  let asked: Json = null
  const filling = (input: Json | undefined) => ({
    sandbox: tools.sandbox,
    values: input === undefined ? values : { ...values, input },
    // A trial belongs to no flow: secrets are the account's own, by their keys.
    secret: (key: string) => secrets.value(key, true),
    signal,
  })
  const begun = performance.now()
  const done = await executeTool(tool, values.input, {
    tools,
    key: `trial/${id}`,
    signal,
    budget,
    seen,
    spends,
    text: async (template, input) => (await renderText(filling(input), template)).text,
    fill: async (value, input) => (await fillValue(filling(input), value)).value,
    tool: (key) => secrets.tool(key, true),
    asked: (value) => {
      // An agent's own question comes first; what its tools ask is theirs.
      asked ??= value
    },
  }).catch((error: unknown) => {
    if (error instanceof TextError) return failure(error.code, error.message)
    log.error('a trial failed in the service', { tool: tool.id, error })
    return failure('internal', 'The trial failed by a fault of the service. It is in its log.')
  })
  const ms = performance.now() - begun
  return { ...recorded(done, secrets, signal.aborted), asked: recordAsked(asked, secrets), ms }
}
