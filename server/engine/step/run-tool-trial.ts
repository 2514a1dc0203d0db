/** Trial of a tool: runs it like a step, but outside of a run. */
import type { Json, JsonRecord } from '#lib/json/json.ts'
import type { Log } from '#server/base/log.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { BoundTool } from '#server/store/engine/engine-bindings.ts'
import type { Queryable } from '#server/store/engine/engine-db.ts'
import type { EngineTools } from '#server/engine/engine-tools.ts'
import { executeTool, type ToolContext } from './execute-tool.ts'
import type { CallOutcome } from '#server/engine/http/call-api.ts'
import type { CostLine, ReportCosts, Values } from '#server/engine/node.ts'
import { recordRequest, recordError, recordOutput } from './step-record.ts'
import { StepSecrets } from './step-secrets.ts'
import type { RenderedValue } from '#server/engine/text/masked-value.ts'
import { fillValue, renderText, RenderError, type RenderContext } from '#server/engine/text/render.ts'

/** Time limit of a trial in ms, regardless of the tool's config, because a person is waiting. */
const maxTrialMs = 120_000

export interface TrialParts {
  /** The pool, so that no transaction is open during outgoing requests. */
  db: Queryable
  secrets: Secrets
  tools: EngineTools
  log: Log
}

export interface ToolTrial {
  account: string
  /** Its hash is the idempotency key of outgoing requests. */
  id: string
  tool: BoundTool
  values: Values
  /** Values visible to expressions. */
  expressionValues: JsonRecord
  /** Budget in micros. */
  budget: bigint
  reportCosts: ReportCosts
}

/** Result of a trial, masked and limited in size like a stored step. */
export interface TrialResult {
  output: Json
  request: Json
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
function maskedResult(
  done: CallOutcome,
  secrets: StepSecrets,
  hasTimedOut: boolean,
): Pick<TrialResult, 'output' | 'error' | 'costs'> {
  const { costs } = done
  if (done.ok) {
    const output = recordOutput(done.output, secrets)
    return output.ok ? { output: output.value, error: null, costs } : { output: null, error: output, costs }
  }
  const recordedOutput = done.output === undefined ? null : recordOutput(done.output, secrets)
  const timeoutError = { code: 'timeout', message: `The test exceeded the limit of ${maxTrialMs / 1000} s.` }
  return {
    output: recordedOutput?.ok ? recordedOutput.value : null,
    error: recordError(hasTimedOut ? timeoutError : done, secrets),
    costs,
  }
}

/**
 * Runs a tool as a trial. Never throws after a request may have been sent: an internal error is logged, and returned as
 * a failure.
 */
export async function runToolTrial(parts: TrialParts, trial: ToolTrial): Promise<TrialResult> {
  const { log } = parts
  const { account, id, values, expressionValues, budget, reportCosts } = trial
  const sandbox = parts.tools.sandbox.forAccount(account)
  const tools = { ...parts.tools, sandbox }
  const secrets = new StepSecrets(parts.db, parts.secrets, { account, id: '' })
  const signal = AbortSignal.timeout(maxTrialMs)
  let request: Json = null
  const renderContext = (input: RenderedValue | undefined): RenderContext => ({
    sandbox,
    values,
    input,
    // A trial belongs to no flow, so secrets are resolved by the keys of the account.
    secretValue: (key) => secrets.value(key, true),
    isSecret: (text) => secrets.isSecret(text),
    registerDerived: (pieces) => secrets.registerDerived(pieces),
    signal,
  })
  const startedAt = performance.now()
  const context: ToolContext = {
    tools,
    key: `trial/${id}`,
    signal,
    budget,
    expressionValues,
    reportCosts,
    text: (template, input) => renderText(renderContext(input), template),
    fill: (value, input) => fillValue(renderContext(input), value),
    mask: (value) => secrets.mask(value),
    registerDerived: (pieces) => secrets.registerDerived(pieces),
    tool: (key) => secrets.tool(key, true),
    onRequest: (value) => {
      // Only the first request is kept: if the tool is an agent, later ones are those of its own tools.
      request ??= value
    },
    containsSecret: (content) => secrets.maskText(content) !== content,
  }
  const execute = async () => executeTool(secrets.decrypt(trial.tool), values.input, context)
  const done = await execute().catch((error: unknown) => {
    if (error instanceof RenderError) return failure(error.code, error.message)
    log.error('a tool test failed because of an internal error', {
      tool: trial.tool.id,
      error: secrets.maskError(error),
    })
    return failure('internal', 'The test failed because of an internal error. The log has details.')
  })
  const ms = performance.now() - startedAt
  return { ...maskedResult(done, secrets, signal.aborted), request: recordRequest(request, secrets), ms }
}
