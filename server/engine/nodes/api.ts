/** api: one HTTP call, configured by the node, or by a tool with overrides by the node. */
import { urlProblem } from '#flow/values/url-problem.ts'
import { recordOf, textOf, type JsonRecord } from '#lib/json/json.ts'
import { callApi, type CallOutcome } from '#server/engine/http/call-api.ts'
import {
  costsOfTool,
  type DecryptedTool,
  type NodeRunner,
  type StepContext,
  type StepOutcome,
} from '#server/engine/node.ts'
import { mergeRendered, mapRendered } from '#server/engine/text/masked-value.ts'
import { effectiveConfig } from './source.ts'

/** Longest timeout of a call, plus overhead. */
const timeoutMs = 610_000

/** Converts the outcome of a call to that of a step. */
function outcomeOf(done: CallOutcome, tool: DecryptedTool | null): StepOutcome {
  const costs = costsOfTool(tool, done.costs)
  return done.ok ? { is: 'done', handles: ['out'], output: done.output, costs } : { ...done, is: 'failed', costs }
}

/**
 * Config fields taken from the tool. Query, headers and body are merged with those of the node; a node cannot override
 * URL and authentication.
 */
const toolFields: ReadonlySet<string> = new Set(['query', 'headers', 'body', 'url', 'auth'])

/**
 * Calls a tool. In its config, `{{ input.x }}` refers to the node's query and body, then to the run's input:
 * `https://shop.example/orders/{{ input.order_no }}` uses `order_no` of the node's query.
 */
async function callTool(context: StepContext, config: JsonRecord, tool: JsonRecord): Promise<CallOutcome> {
  const { node, values } = context
  const render = async (key: string) => context.fill(node.config[key] ?? null)
  const query = mapRendered(await render('query'), recordOf)
  const headers = await render('headers')
  const body = await render('body')
  const input = mergeRendered(query, body, (own, said) => ({ ...recordOf(values.input), ...own, ...recordOf(said) }))
  const overrides = { query, headers, ...(body.wire === null ? {} : { body }) }
  const rest = Object.entries(config).filter(([key]) => !toolFields.has(key))
  const toolConfig = Object.entries(tool).filter(([key]) => toolFields.has(key))
  return callApi(Object.fromEntries([...rest, ...toolConfig]), input, context, overrides)
}

export const api: NodeRunner = {
  type: 'api',
  timeoutMs,
  check(node) {
    const url = node.config['url']
    if (node.tool !== null) {
      // The author of a flow must not send the tool's credentials to another address, or change them.
      const own = ['url', 'auth'].filter((key) => node.config[key] !== undefined && node.config[key] !== null)
      return own.map((key) => `The ${key} is set by the tool. Remove it from the node, or remove the tool.`)
    }
    const problem = urlProblem(textOf(url))
    return problem === null ? [] : [problem]
  },
  async run(context) {
    const found = await effectiveConfig(context)
    if ('error' in found) return found.error
    const { config, tool } = found
    return outcomeOf(await (tool ? callTool(context, config, tool.config) : callApi(config, undefined, context)), tool)
  },
}
