/** condition: CEL expressions in order; the first true one selects the output; if none is true, "else". */
import type { NodeRunner } from '#server/engine/node.ts'
import {
  effectiveConfig,
  expressionMs,
  failureOf,
  configProblems,
  expressionValuesOf,
  effectiveCases,
} from './source.ts'

export const condition: NodeRunner = {
  type: 'condition',
  timeoutMs: 10_000,
  isFree: true,
  isRepeatable: true,
  check: configProblems,
  async run(context) {
    const found = await effectiveConfig(context)
    if ('error' in found) return found.error
    const cases = effectiveCases(found.config)
    const done = await context.tools.sandbox.decide({
      expressions: cases.map((each) => each.expression),
      values: expressionValuesOf(context),
      timeoutMs: expressionMs,
      signal: context.signal,
    })
    if (!done.ok) return failureOf(done, `The case “${cases[done.index ?? 0]?.id ?? ''}” failed`)
    const handle = done.value === null ? 'else' : (cases[done.value]?.id ?? 'else')
    return { is: 'done', handles: [handle], output: context.input }
  },
}
