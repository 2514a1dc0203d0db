/** Tools before they are used: what is wrong with a source or schema, and what a tool does with values of one's own. */
import { tool, type Tool, type ToolProblem } from '#contract/tool.ts'
import { type Json, type JsonRecord, recordOf, textOf } from '#lib/json.ts'
import type { Evaluated, Evaluation, Sandbox } from '#server/engine/engine-tools.ts'
import { codeTimeout } from '#server/engine/nodes/code.ts'
import { expressionMs } from '#server/engine/nodes/source.ts'
import { Fault, notFound } from '#server/fault.ts'
import { schemaProblems } from '#server/schema-check.ts'
import { readTool } from '#server/store/tool.ts'
import { handler, type Handler } from './handler.ts'

const check = handler(
  tool.check,
  async ({ services }, { body }) => {
    const problems: ToolProblem[] = schemaProblems(body.schema ?? {}).map((message) => ({
      field: 'schema',
      message,
      line: null,
      column: null,
    }))
    if (body.language !== undefined && body.source !== undefined) {
      const found = await services.sandbox.check(body.language, body.source)
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
  // The sandbox may take seconds, for which no connection should wait.
  { ownTransactions: true },
)

/** Runs by category; a condition is one expression. */
function attemptOf(sandbox: Sandbox, { category, config }: Tool, values: JsonRecord): Promise<Evaluated<Json>> | null {
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

const attempt = handler(
  tool.attempt,
  async ({ scope, services }, { params, body }) => {
    const found = await readTool(scope, params.id, services.now())
    if (!found) throw notFound('tool')
    const { input, vars = {}, nodes = {}, contact = {} } = body
    const now = services.now().toISOString()
    const run = { id: 'run_try', flow: '', trigger: 'manual', is_test: true }
    const values = { input, previous: input, trigger: input, nodes, vars, now, run, conversation: null, contact }
    const done = await attemptOf(services.sandbox, found.tool, values)
    if (!done)
      throw new Fault(
        'not_ready',
        `Tools of the kind ${found.tool.category} are tried by running a flow that uses them.`,
      )
    if (!done.ok && done.code === 'busy')
      throw new Fault('throttled', done.message, { headers: { 'retry-after': '2' } })
    const duration_ms = Math.ceil(done.ms)
    const object = { id: found.tool.id, name: found.tool.name }
    if (done.ok) return { object, body: { ok: true, output: done.value, error: null, duration_ms } }
    const { code, message, line = null, column = null } = done
    return { object, body: { ok: false, output: null, error: { code, message, line, column }, duration_ms } }
  },
  { ownTransactions: true },
)

export const toolTrialHandlers: Handler[] = [check, attempt]
