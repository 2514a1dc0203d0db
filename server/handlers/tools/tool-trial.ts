/**
 * Handlers of tool checks and trials. A trial costs as much as a step of a run; money is reserved for it, and it is
 * booked together with its response under its own key.
 */
import type { Parsed } from '#contract/kernel/endpoint.ts'
import { tool, type Tool, type ToolTestResult, type ToolProblem } from '#contract/tool.ts'
import { newId } from '#lib/id.ts'
import { type Json, type JsonRecord, recordOf, textOf } from '#lib/json/json.ts'
import { formatMicros } from '#lib/money/money.ts'
import { schemaProblems } from '#lib/json/schema-check.ts'
import type { Evaluated, Evaluation, Sandbox } from '#server/engine/engine-tools.ts'
import type { CostLine, ReportCosts, Values } from '#server/engine/node.ts'
import { codeCost, codeTimeout } from '#server/engine/nodes/code.ts'
import { expressionMs } from '#server/engine/nodes/source.ts'
import { bookingsOf, sumOf } from '#server/engine/run/run-costs.ts'
import { runToolTrial } from '#server/engine/step/run-tool-trial.ts'
import { Fault, notFound } from '#server/base/fault.ts'
import { accountCurrency } from '#server/store/accounts/account-currency.ts'
import { readAccountUsage, defaultReserve } from '#server/store/engine/engine-run.ts'
import { readTool, type FoundTool } from '#server/store/tools/tool.ts'
import {
  beginTrial,
  recordTrialCosts,
  releaseTrial,
  bookRemainder,
  writeTrial,
} from '#server/store/tools/tool-trial.ts'
import { handler, type Context, type Handler } from '#server/protocol/handler.ts'
import { sentenceOf } from '#lib/json/schema-problem.ts'

const check = handler(
  tool.check,
  async ({ services, scope }, { body }) => {
    const problems: ToolProblem[] = schemaProblems(body.schema ?? {}).map((problem) => ({
      field: 'schema',
      message: sentenceOf(problem),
      line: null,
      column: null,
    }))
    if (body.language !== undefined && body.source !== undefined) {
      const found = await services.sandbox.forAccount(scope.account).check(body.language, body.source)
      if (found)
        problems.push({
          field: 'source',
          message: found.message,
          line: found.line ?? null,
          column: found.column ?? null,
        })
    }
    return { body: { ok: problems.length === 0, problems } }
  },
  // The sandbox may take seconds, during which no connection should be held.
  { ownTransactions: true },
)

/** Evaluates a tool by its category; a condition is a single expression. */
function evaluateTool(
  sandbox: Sandbox,
  { category, config }: Tool,
  values: JsonRecord,
): Promise<Evaluated<Json>> | null {
  const source = textOf(config[category === 'code' ? 'source' : 'expression'])
  if (category === 'code') {
    return sandbox.evaluate({ language: 'javascript', source, values, timeoutMs: codeTimeout(config) })
  }
  if (category === 'transform') {
    const root = { ...recordOf(values['input']), ...values }
    return sandbox.evaluate({ language: 'jsonata', source, values: root, timeoutMs: expressionMs })
  }
  if (category !== 'condition') return null
  return sandbox
    .decide({ expressions: [source], values, timeoutMs: expressionMs })
    .then((done): Evaluation => (done.ok ? { ...done, value: done.value === 0 } : done))
}

type TrialOutcome = Pick<ToolTestResult, 'output' | 'error'> & { request: Json; costs: readonly CostLine[]; ms: number }

/** Result of the sandbox, for a tool that sends nothing. */
async function sandboxOutcome({ services, scope }: Context, found: Tool, values: JsonRecord): Promise<TrialOutcome> {
  const done = await evaluateTool(services.sandbox.forAccount(scope.account), found, values)
  if (!done) throw new Fault('not_ready', 'A tool that stores a value cannot be tested.')
  if (!done.ok && done.code === 'busy') throw tooMany(done.message)
  const { ms } = done
  const costs = found.category === 'code' ? codeCost(services.config.prices, ms) : []
  if (done.ok) return { output: done.value, request: null, error: null, costs, ms }
  const { code, message, line = null, column = null } = done
  return { output: null, request: null, error: { code, message, line, column }, costs, ms }
}

type TrialRequest = Parsed<typeof tool.attempt>['body']

/** Values visible in a trial. */
function valuesOf({ input, vars = {}, nodes = {}, contact }: TrialRequest, now: Date): Values {
  const outputs = Object.entries(nodes).map(([id, node]) => [id, { ...recordOf(node), visits: 1 }] as const)
  return {
    input,
    nodes: Object.fromEntries(outputs.map(([id, node]) => [id, { output: null, ...node }])),
    vars,
    now: now.toISOString(),
    run: { id: 'run_try', flow: '', trigger: 'manual', is_test: true },
    conversation: contact === undefined ? null : { id: '', number: 0, channel: '', contact },
  }
}

/** Expressions see the given values unchanged. */
const expressionValuesOf = ({ nodes = {}, contact = {} }: TrialRequest, { input, ...values }: Values): JsonRecord => ({
  ...values,
  input,
  previous: input,
  trigger: input,
  nodes,
  contact,
  conversation: null,
})

/** Maximum concurrent trials per account: each holds a connection, possibly to a model for two minutes. */
const maxConcurrentTrials = 5
/** Retry-After in seconds beyond the limit. */
const retryAfter = 2
const runningTrials = new Map<string, number>()

const tooMany = (message: string) => new Fault('throttled', message, { headers: { 'retry-after': String(retryAfter) } })

async function withTrialLimit<T>(account: string, work: () => Promise<T>): Promise<T> {
  const count = runningTrials.get(account) ?? 0
  if (count >= maxConcurrentTrials)
    throw tooMany(`${maxConcurrentTrials} tests are already running. Wait for one to end.`)
  runningTrials.set(account, count + 1)
  try {
    return await work()
  } finally {
    const remaining = (runningTrials.get(account) ?? 1) - 1
    if (remaining > 0) runningTrials.set(account, remaining)
    else runningTrials.delete(account)
  }
}

/** Budget of a trial in micros; 402 if nothing is left. Expressions are free, and run with an empty balance. */
async function budgetOf({ services, scope }: Context, { category }: Tool): Promise<bigint> {
  if (category === 'transform' || category === 'condition') return 0n
  const { balance, reserved } = await readAccountUsage(services.database.pool, scope.account)
  if (balance > reserved) return balance - reserved
  throw new Fault('insufficient_balance', 'No credit is left. Add credit, then try again.')
}

/** Whether to reserve money: expressions are free, and without an engine interrupted trials would not be cleaned up. */
const needsReserve = ({ services }: Context, { category }: Tool): boolean =>
  services.engine !== null && category !== 'transform' && category !== 'condition'

/** Reserves money before `work`, records its spending, and releases all of it if nothing was done. */
async function withReserve(
  { services, scope }: Context,
  { id, toolId }: { id: string; toolId: string },
  work: (reportCosts: ReportCosts) => Promise<TrialOutcome>,
): Promise<TrialOutcome> {
  const { engine, log, now } = services
  await beginTrial(scope, { id, toolId, executor: engine?.executor ?? '', reserved: defaultReserve }, now())
  // If recording fails, the trial is still booked at its end.
  const reportCosts: ReportCosts = (costs) =>
    recordTrialCosts(scope, id, bookingsOf(`trial:${id}`, costs)).catch((error: unknown) =>
      log.warn('recording the cost of a tool test failed', { trial: id, error }),
    )
  try {
    return await work(reportCosts)
  } catch (error) {
    await releaseTrial(scope, id)
    throw error
  }
}

/** `id`: of the trial. */
async function runWithBudget(
  context: Context,
  found: FoundTool,
  trialRequest: TrialRequest,
  id: string,
): Promise<TrialOutcome> {
  const budget = await budgetOf(context, found.tool)
  const work = (reportCosts: ReportCosts) => runTrial(context, found, trialRequest, { id, budget, reportCosts })
  return needsReserve(context, found.tool)
    ? withReserve(context, { id, toolId: found.tool.id }, work)
    : work(async () => {})
}

async function runTrial(
  context: Context,
  found: FoundTool,
  trialRequest: TrialRequest,
  { id, budget, reportCosts }: { id: string; budget: bigint; reportCosts: ReportCosts },
): Promise<TrialOutcome> {
  const { services, scope } = context
  const { category, sample } = found.tool
  const values = valuesOf(trialRequest, services.now())
  const expressionValues = expressionValuesOf(trialRequest, values)
  if (category !== 'api' && category !== 'agent') return sandboxOutcome(context, found.tool, expressionValues)
  const { engine, database, secrets, log } = services
  if (!engine) throw new Fault('unavailable', 'This process sends no requests.')
  const { input_schema: inputSchema, ...rest } = found.tool
  const done = await runToolTrial(
    { db: database.pool, secrets, log, tools: sample ? engine.sampleTools : engine.tools },
    {
      account: scope.account,
      id,
      tool: { ...rest, inputSchema, sealed: found.sealed },
      values,
      expressionValues,
      budget,
      reportCosts,
    },
  )
  return { ...done, error: done.error && { ...done.error, line: null, column: null } }
}

const attempt = handler(
  tool.attempt,
  async (context, { params, body }) => {
    const { scope, services } = context
    const found = await readTool(scope, params.id, services.now())
    if (!found) throw notFound('tool')
    const currency = await accountCurrency(scope)
    const id = newId('try')
    const { output, request, error, costs, ms } = await withTrialLimit(scope.account, () =>
      runWithBudget(context, found, body, id),
    )
    const micros = sumOf(costs)
    const trial = { toolId: found.tool.id, bookings: bookingsOf(`trial:${id}`, costs), failed: error !== null }
    const isReserved = needsReserve(context, found.tool)
    return {
      object: { id: found.tool.id, name: found.tool.name },
      body: {
        ok: error === null,
        output,
        asked: request,
        error,
        duration_ms: Math.ceil(ms),
        cost: formatMicros(micros),
        currency,
      },
      closing: async (tx) => {
        const now = services.now()
        // If another process booked the trial as interrupted, only the difference to its recorded spending is booked.
        if (isReserved && !(await releaseTrial(tx, id))) await bookRemainder(tx, id, trial, now)
        else await writeTrial(tx, trial, now)
      },
    }
  },
  { actsOutside: true },
)

export const toolTrialHandlers: Handler[] = [check, attempt]
