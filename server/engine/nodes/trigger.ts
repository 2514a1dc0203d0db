/** trigger: the start of a run; its output is the input of the run. */
import type { Node } from '#contract/flow.ts'
import { isRecord, type JsonRecord } from '#lib/json/json.ts'
import { schemaProblems } from '#lib/json/schema-check.ts'
import type { NodeRunner } from '#server/engine/node.ts'
import { sentenceOf } from '#lib/json/schema-problem.ts'

/** The trigger's input schema; null if it accepts anything. */
export function schemaOf(node: Node | undefined): JsonRecord | null {
  const schema = node?.config['input_schema']
  return isRecord(schema) ? schema : null
}

/** Errors in a trigger's input schema; an empty schema is ignored. */
function problemsIn(node: Node): string[] {
  const said = node.config['input_schema'] ?? ''
  if (said === '') return []
  const schema = schemaOf(node)
  if (!schema) return [`The input_schema of “${node.name}” must be a JSON Schema object.`]
  return schemaProblems(schema).map(
    (problem) => `The input_schema of “${node.name}” is invalid: ${sentenceOf(problem)}`,
  )
}

export const trigger: NodeRunner = {
  type: 'trigger',
  timeoutMs: 10_000,
  isFree: true,
  isRepeatable: true,
  check: problemsIn,
  run: async ({ input }) => ({ is: 'done', handles: ['out'], output: input }),
}
