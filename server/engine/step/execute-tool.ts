/** Runs a tool with an input, for an agent or a trial. */
import { isRecord, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { callApi, type CallContext, type CallOutcome, type CallOverrides } from '#server/engine/http/call-api.ts'
import { runAgent, type AgentConfig } from '#server/engine/model/run-agent.ts'
import type { DecryptedTool } from '#server/engine/node.ts'
import { withoutSecrets } from '#server/engine/text/masked-value.ts'
import { codeCost, codeTimeout } from '#server/engine/nodes/code.ts'
import { expressionMs } from '#server/engine/nodes/source.ts'

export interface ToolContext extends CallContext {
  /** Values visible to expressions and code in addition to `input`: vars, nodes, now, … */
  expressionValues: JsonRecord
  /** Budget in micros. */
  budget: bigint
  tool(key: string, isOfTool?: boolean): Promise<DecryptedTool | null>
  /** Masks secrets in a result. */
  mask(value: Json): Json
}

/** Fields that a URL template names as `input.x`, and that need not be sent again. */
const inputFieldsIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/\binput\.([\w-]+)/g)].map(([, name]) => name ?? ''))

/** Input fields that the URL does not name: sent as query of reads or body of writes, unless the tool configures it. */
function unusedInput(config: JsonRecord, input: JsonRecord): CallOverrides {
  const isRead = ['GET', 'HEAD', 'DELETE'].includes(textOf(config['method']).toUpperCase())
  if (config[isRead ? 'query' : 'body'] !== undefined) return {}
  const usedInUrl = inputFieldsIn(textOf(config['url']))
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !usedInUrl.has(name)))
  if (Object.keys(rest).length === 0) return {}
  return isRead ? { query: withoutSecrets(rest) } : { body: withoutSecrets(rest) }
}

async function evaluate(tool: DecryptedTool, input: Json, context: ToolContext): Promise<CallOutcome> {
  const { tools, signal, expressionValues } = context
  const { config } = tool
  const common = { values: { ...expressionValues, input }, signal }
  if (tool.category === 'code') {
    const source = textOf(config['source'])
    const task = { ...common, language: 'javascript', source, timeoutMs: codeTimeout(config) } as const
    const done = await tools.sandbox.evaluate(task)
    const costs = codeCost(tools.prices, done.ms)
    return done.ok ? { ok: true, output: done.value, costs } : { ...done, retryable: false, costs }
  }
  const isTransform = tool.category === 'transform'
  const source = textOf(config['expression'])
  // As in a transform node, input fields are available without a prefix; reserved names take precedence.
  const values = isTransform ? { ...recordOf(input), ...common.values } : common.values
  const language = isTransform ? ('jsonata' as const) : ('cel' as const)
  const done = await tools.sandbox.evaluate({ language, source, values, signal, timeoutMs: expressionMs })
  return done.ok ? { ok: true, output: done.value, costs: [] } : { ...done, retryable: false, costs: [] }
}

/** Runs any tool except an agent, since an agent cannot use agents as tools. */
async function executeSimple(tool: DecryptedTool, input: Json, context: ToolContext): Promise<CallOutcome> {
  const { category, config, name } = tool
  if (category === 'api')
    return callApi(config, withoutSecrets(input), context, isRecord(input) ? unusedInput(config, input) : {})
  if (['code', 'transform', 'condition'].includes(category)) return evaluate(tool, input, context)
  const message = `The tool “${name}” (${category}) cannot be called.`
  return { ok: false, code: 'wrong_tool', message, retryable: false, costs: [] }
}

/** Runs an agent, whose tool calls are run by `executeSimple`. */
export const executeAgent = (config: AgentConfig, input: Json, context: ToolContext): Promise<CallOutcome> =>
  runAgent(config, input, {
    ...context,
    // The agent adds the cost of this call to its total and reports that.
    call: (tool, toolInput, key, reportCosts) => executeSimple(tool, toolInput, { ...context, key, reportCosts }),
  })

/**
 * Runs a tool with an input and returns its output and cost. Only throws RenderError, from rendering. A tool of
 * the category global cannot be called.
 */
export const executeTool = (tool: DecryptedTool, input: Json, context: ToolContext): Promise<CallOutcome> =>
  tool.category === 'agent'
    ? executeAgent(
        { ...tool.config, general: textOf(tool.config['instructions']), instructions: '', own_tools: [] },
        input,
        context,
      )
    : executeSimple(tool, input, context)
