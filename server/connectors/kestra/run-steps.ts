/** Task runs of one execution of Kestra as steps, its errors and the tokens that its models recorded. Pure. */
import type { Run, RunStep } from '#contract/billing.ts'
import { numberOf, recordOf, textOf, type Json } from '#lib/json/json.ts'
import { cutText } from '#lib/text/text.ts'
import type { Known } from '#server/connectors/connector.ts'
import type { ModelUse } from '#server/connectors/model-cost.ts'
import { plainOutput } from '#server/connectors/plain-output.ts'
import type { TaskFacts } from './flow-row.ts'
import type { Execution, LogEntry, TaskRun } from './kestra-schemas.ts'
import { statusOfState, timesOf, type RunRow } from './run-row.ts'

/** Longest error message of a row. */
const maxMessage = 500

/** Tokens that one task run recorded. */
export interface TaskTokens {
  taskId: string
  /** As recorded in the output; '' if the model is in the flow alone. */
  model: string
  input: number
  output: number
}

/** Outputs of plugin-ai have `tokenUsage`, those of plugin-openai `usage` and `model`. */
function tokensOf({ taskId, outputs }: TaskRun): TaskTokens | null {
  const { tokenUsage, usage, model } = recordOf(outputs ?? null)
  const [ai, openAi] = [recordOf(tokenUsage), recordOf(usage)]
  const input = numberOf(ai['inputTokenCount']) ?? numberOf(openAi['prompt_tokens'])
  const output = numberOf(ai['outputTokenCount']) ?? numberOf(openAi['completion_tokens'])
  if (input === null && output === null) return null
  return { taskId, model: textOf(model), input: input ?? 0, output: output ?? 0 }
}

/** Tokens of an execution, in the order of its task runs. */
export const allTokensOf = ({ taskRunList }: Execution): TaskTokens[] =>
  (taskRunList ?? []).flatMap((taskRun) => tokensOf(taskRun) ?? [])

/** Uses by model. `models`: those that the flow names, by task. */
export function usesOf(tokens: readonly TaskTokens[], models: ReadonlyMap<string, string>): ModelUse[] {
  const byModel = new Map<string, ModelUse>()
  for (const { taskId, model: recorded, input, output } of tokens) {
    const model = recorded || (models.get(taskId) ?? '')
    const use = byModel.get(model) ?? { model, calls: 0, input: 0, output: 0, cached: 0, reasoning: 0 }
    byModel.set(model, { ...use, calls: use.calls + 1, input: use.input + input, output: use.output + output })
  }
  return [...byModel.values()]
}

/** The first line of the last message, without its stack trace. */
function messageIn(logs: readonly LogEntry[]): string | null {
  const [line = ''] = (logs.at(-1)?.message ?? '').trim().split('\n')
  return line === '' ? null : cutText(line, maxMessage)
}

/** Error of a run that failed, with its message; null for all others. `logs`: its errors. */
export function errorOf({ error }: RunRow, logs: readonly LogEntry[]): Run['error'] {
  if (error == null) return null
  const { code = '', node_id: task = null } = error
  const message = messageIn(logs.filter(({ taskId }) => (taskId ?? null) === task))
  const without = task === null ? 'The execution failed.' : `The task “${task}” failed.`
  return { code, message: message ?? without, node_id: task }
}

/** The steps of a run. Tasks that were skipped did not run. `tasks`: those of the flow's revision. */
export function stepsOf(
  { taskRunList }: Execution,
  tasks: ReadonlyMap<string, TaskFacts>,
  logs: readonly LogEntry[],
): Known<RunStep>[] {
  return (taskRunList ?? [])
    .filter(({ state }) => state.current !== 'SKIPPED')
    .map(({ id, taskId, value, attempts, outputs, state }, seq) => {
      const { type = '', name = taskId } = tasks.get(taskId) ?? {}
      const { started_at, duration_ms } = timesOf(state)
      const status = statusOfState(state)
      const hasOutput = typeof outputs === 'object' && outputs !== null && Object.keys(outputs).length > 0
      return {
        seq,
        node_id: taskId,
        node_name: name,
        node_type: type,
        status,
        started_at,
        duration_ms,
        attempt: Math.max(1, attempts?.length ?? 1),
        error:
          status === 'failed'
            ? {
                code: state.current,
                message: messageIn(logs.filter(({ taskRunId }) => taskRunId === id)) ?? `The task “${taskId}” failed.`,
              }
            : null,
        output: hasOutput ? plainOutput(outputs) : null,
        ...(value == null ? {} : { input: plainOutput(value) }),
      }
    })
}

/** Inputs of a run; without those, what its trigger passed. Headers of a webhook contain the caller's keys. */
export function inputOf({ inputs, trigger }: Execution): Json {
  if (inputs != null) return plainOutput(inputs)
  if (trigger?.variables == null) return null
  const { headers: _headers, ...variables } = trigger.variables
  return plainOutput(variables)
}
