/** agent: a model with instructions, the input, and tools of the flow. */
import { listOf, textOf } from '#lib/json/json.ts'
import { executeAgent } from '#server/engine/step/execute-tool.ts'
import { costsOfTool, type NodeRunner } from '#server/engine/node.ts'
import { effectiveConfig, expressionValuesOf } from './source.ts'

/** Long, because a step has several model calls, and each may take minutes. */
const timeoutMs = 900_000

export const agent: NodeRunner = {
  type: 'agent',
  timeoutMs,
  check: (node) =>
    node.tool === null && textOf(node.config['instructions']).trim() === '' ? ['The agent has no instructions.'] : [],
  async run(context) {
    const found = await effectiveConfig(context)
    if ('error' in found) return found.error
    const { config, tool } = found
    // Instructions of the tool apply to all its uses; those of the node follow them.
    const general = textOf(tool?.config['instructions'])
    const own = {
      ...config,
      general,
      tools: listOf(tool?.config['tools']),
      instructions: textOf(context.node.config['instructions']),
      own_tools: listOf(context.node.config['tools']),
    }
    const done = await executeAgent(own, context.input, {
      ...context,
      text: (template, input) => context.text(template, input),
      fill: (value, input) => context.fill(value, input),
      tool: (key, isOfTool) => context.tool(key, isOfTool),
      onRequest: (input) => context.onRequest(input),
      containsSecret: (content) => context.containsSecret(content),
      mask: (value) => context.mask(value),
      registerDerived: (pieces) => context.registerDerived(pieces),
      expressionValues: expressionValuesOf(context),
    })
    const costs = costsOfTool(tool, done.costs)
    return done.ok ? { is: 'done', handles: ['out'], output: done.output, costs } : { ...done, is: 'failed', costs }
  },
}
