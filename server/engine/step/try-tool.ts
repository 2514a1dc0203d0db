/** Trial of a tool: runs it like a step, but outside of a run. */
import type { Json, JsonRecord } from '#lib/json/json.ts'
import type { Log } from '#server/base/log.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { BoundTool } from '#server/store/engine/engine-bindings.ts'
import type { Queryable } from '#server/store/engine/engine-db.ts'
import type { EngineTools } from '#server/engine/engine-tools.ts'
import { executeTool, type ToolContext } from './execute-tool.ts'
import type { CallOutcome } from '#server/engine/http/call-api.ts'
import type { CostLine, Spends, Values } from '#server/engine/node.ts'
import { recordAsked, recordError, recordOutput } from './step-record.ts'
import { StepSecrets } from './step-secrets.ts'
import type { Filled } from '#server/engine/text/masked-value.ts'
import { fillValue, renderText, TextError, type Filling } from '#server/engine/text/render.ts'

/** Time limit of a trial in ms, regardless of the tool's config, because a person is waiting. */
const maxTrialMs = 120_000

export interface TrialParts {
  /** The pool, so that no transaction is open during outgoing requests. */
  db: Queryable
  secrets: Secrets
  tools: EngineTools
  log: Log
}

export interface Trial {
  account: string
  /** Its hash is the idempotency key of outgoing requests. */
  id: string
  tool: BoundTool
  values: Values
  /** Values visible to expressions. */
  seen: JsonRecord
  /** Budget in micros. */
  budget: bigint
  spends: Spends
}

/** Result of a trial, masked and limited in size like a stored step. */
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

/** Masked result of a call. */
function recorded(done: CallOutcome, secrets: StepSecrets, isLate: boolean): Pick<Tried, 'output' | 'error' | 'costs'> {
  const { costs } = done
  if (done.ok) {
    const output = recordOutput(done.output, secrets)
    return output.ok ? { output: output.value, error: null, costs } : { output: null, error: output, costs }
  }
  const kept = done.output === undefined ? null : recordOutput(done.output, secrets)
  const late = { code: 'timeout', message: `The test exceeded the limit of ${maxTrialMs / 1000} s.` }
  return { output: kept?.ok ? kept.value : null, error: recordError(isLate ? late : done, secrets), costs }
}

/**
 * Runs a tool as a trial. Never throws after a request may have been sent: an internal error is logged, and returned as
 * a failure.
 */
export async function tryTool(parts: TrialParts, trial: Trial): Promise<Tried> {
  const { log } = parts
  const { account, id, values, seen, budget, spends } = trial
  const sandbox = parts.tools.sandbox.forAccount(account)
  const tools = { ...parts.tools, sandbox }
  const secrets = new StepSecrets(parts.db, parts.secrets, { account, id: '' })
  const signal = AbortSignal.timeout(maxTrialMs)
  let asked: Json = null
  const filling = (input: Filled | undefined): Filling => ({
    sandbox,
    values,
    input,
    // A trial belongs to no flow, so secrets are resolved by the keys of the account.
    secret: (key) => secrets.value(key, true),
    isSecret: (text) => secrets.isSecret(text),
    derived: (pieces) => secrets.derived(pieces),
    signal,
  })
  const begun = performance.now()
  const context: ToolContext = {
    tools,
    key: `trial/${id}`,
    signal,
    budget,
    seen,
    spends,
    text: (template, input) => renderText(filling(input), template),
    fill: (value, input) => fillValue(filling(input), value),
    mask: (value) => secrets.mask(value),
    derived: (pieces) => secrets.derived(pieces),
    tool: (key) => secrets.tool(key, true),
    asked: (value) => {
      // Keeps the first request, which is the agent's, and ignores those of its tools.
      asked ??= value
    },
    holdsSecret: (content) => secrets.maskText(content) !== content,
  }
  const execute = async () => executeTool(secrets.ready(trial.tool), values.input, context)
  const done = await execute().catch((error: unknown) => {
    if (error instanceof TextError) return failure(error.code, error.message)
    log.error('a tool test failed because of an internal error', {
      tool: trial.tool.id,
      error: secrets.maskError(error),
    })
    return failure('internal', 'The test failed because of an internal error. The log has details.')
  })
  const ms = performance.now() - begun
  return { ...recorded(done, secrets, signal.aborted), asked: recordAsked(asked, secrets), ms }
}
