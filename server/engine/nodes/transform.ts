/** transform: one JSONata expression; its value is the output. */
import { textOf, recordOf } from '#lib/json/json.ts'
import type { NodeRunner } from '#server/engine/node.ts'
import { effectiveConfig, expressionMs, failureOf, configProblems, expressionValuesOf } from './source.ts'

export const transform: NodeRunner = {
  type: 'transform',
  timeoutMs: 10_000,
  isFree: true,
  isRepeatable: true,
  check: configProblems,
  async run(context) {
    const found = await effectiveConfig(context)
    if ('error' in found) return found.error
    const { tools, signal, input } = context
    // Fields of the previous node's output are available without a prefix; reserved names take precedence.
    const values = { ...recordOf(input), ...expressionValuesOf(context) }
    const source = textOf(found.config['expression'])
    const done = await tools.sandbox.evaluate({ language: 'jsonata', source, values, timeoutMs: expressionMs, signal })
    return done.ok ? { is: 'done', handles: ['out'], output: done.value } : failureOf(done, 'The expression failed')
  },
}
