/** Outputs of the steps of one run, and its error. Pure. */
import type { Run, RunStep } from '#contract/billing.ts'
import type { RunStatus } from '#contract/values/run-status.ts'
import { isRecord, listOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { cutText } from '#lib/text/text.ts'
import type { Known } from '#server/connectors/connector.ts'
import { plainOutput } from '#server/connectors/plain-output.ts'
import { StepOutput, type FlowRun } from './activepieces-schemas.ts'
import type { StepFacts } from './flow-row.ts'
import { failedStepOf, type RunRow } from './run-row.ts'

/** Longest error message of a row. */
const maxMessage = 500

const statuses: Readonly<Record<string, RunStatus>> = {
  SUCCEEDED: 'succeeded',
  // Stopped the run on purpose: "Stop flow", "Return response".
  STOPPED: 'succeeded',
  FAILED: 'failed',
  PAUSED: 'waiting',
  RUNNING: 'running',
}

interface NamedOutput {
  name: string
  step: StepOutput
}

/** All steps in the order in which they ran; those of a loop once for each iteration. Not recursive. */
function outputsIn(steps: JsonRecord): NamedOutput[] {
  const found: NamedOutput[] = []
  const open = Object.entries(steps).toReversed()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [name, value] = next
    const read = StepOutput.safeParse(value)
    if (!read.success) continue
    found.push({ name, step: read.data })
    if (read.data.type !== 'LOOP_ON_ITEMS') continue
    const iterations = listOf(recordOf(read.data.output ?? null)['iterations'])
    open.push(...iterations.flatMap((one) => Object.entries(recordOf(one))).toReversed())
  }
  return found
}

/** The first line of a message, which may be a text, or JSON with a message. */
function messageOf(value: Json | undefined): string | null {
  const parts = recordOf(value ?? null)
  const text = textOf(value) || textOf(parts['message']) || textOf(recordOf(parts['response'])['message'])
  const [line = ''] = text.trim().split('\n')
  return line === '' ? null : cutText(line, maxMessage)
}

const outputOf = ({ type, output, outputType }: StepOutput): Json => {
  // An output that is stored apart has a signed address, which is a key.
  if (output == null || outputType === 'slice') return null
  if (type !== 'LOOP_ON_ITEMS' || !isRecord(output)) return plainOutput(output)
  const { iterations: _iterations, ...rest } = output
  return plainOutput(rest)
}

/** The steps of a run. `facts`: the steps of its version of the flow. */
export const stepsOf = ({ steps }: FlowRun, facts: ReadonlyMap<string, StepFacts>): Known<RunStep>[] =>
  outputsIn(steps ?? {}).map(({ name, step }, seq) => {
    const status = statuses[step.status] ?? 'running'
    const { name: title = name, type = step.type } = facts.get(name) ?? {}
    return {
      seq,
      node_id: name,
      node_name: title,
      node_type: type,
      status,
      duration_ms: step.duration == null ? null : Math.trunc(step.duration),
      error:
        status === 'failed'
          ? { code: step.status, message: messageOf(step.errorMessage) ?? `The step “${title}” failed.` }
          : null,
      output: outputOf(step),
      ...(step.input == null ? {} : { input: plainOutput(step.input) }),
    }
  })

/** Error of a run that failed, with its message; null for all others. */
export function errorOf({ error }: RunRow, run: FlowRun): Run['error'] {
  if (error == null) return null
  const name = failedStepOf(run)
  const outputs = outputsIn(run.steps ?? {})
  const failed = outputs.findLast(({ name: one, step }) => step.status === 'FAILED' && (name === null || one === name))
  const node = name ?? failed?.name ?? null
  const message = messageOf(failed?.step.errorMessage) ?? messageOf(run.failedStep?.message ?? null)
  const without = node === null ? 'The run failed.' : `The step “${node}” failed.`
  return { code: error.code ?? run.status, message: message ?? without, node_id: node }
}
