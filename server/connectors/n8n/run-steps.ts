/** Data of one execution of n8n: its steps, its error and the tokens that its model nodes recorded. Pure. */
import type { Run, RunStep } from '#contract/billing.ts'
import type { RunStatus } from '#contract/values/run-status.ts'
import { mapN8nNode } from '#flow/formats/node-types/n8n-node.ts'
import { numberOf, recordOf, textOf, type Json } from '#lib/json/json.ts'
import { cutText } from '#lib/text/text.ts'
import type { Known } from '#server/connectors/connector.ts'
import type { ModelUse } from '#server/connectors/model-cost.ts'
import { plainOutput } from '#server/connectors/plain-output.ts'
import type { ExecutionWithData, N8nNode, NodePass } from './n8n-schemas.ts'

/** Longest error message of a row. */
const maxMessage = 500

interface NamedPass {
  name: string
  pass: NodePass
  attempt: number
}

const resultOf = ({ data }: ExecutionWithData) => data?.resultData ?? {}

/** All passes in the order in which n8n ran them. */
function passesOf(execution: ExecutionWithData): NamedPass[] {
  const { runData = {} } = resultOf(execution)
  return Object.entries(runData)
    .flatMap(([name, passes]) => passes.map((pass) => ({ name, pass, attempt: 1 })))
    .toSorted(
      (a, b) => (a.pass.executionIndex ?? 0) - (b.pass.executionIndex ?? 0) || a.pass.startTime - b.pass.startTime,
    )
}

const statuses: Readonly<Record<string, RunStatus>> = {
  success: 'succeeded',
  error: 'failed',
  crashed: 'failed',
  canceled: 'cancelled',
  running: 'running',
  new: 'queued',
  waiting: 'waiting',
}

const messageOf = (error: { message?: string | undefined; name?: string | undefined } | null | undefined) =>
  error ? { code: error.name ?? 'error', message: cutText(error.message ?? '', maxMessage) } : null

/** The output through which a pass continued; null if there are several or none. */
function handleOf(node: N8nNode | undefined, { data = {} }: NodePass): string | null {
  const used = (data['main'] ?? []).flatMap((items, index) => (items && items.length > 0 ? [index] : []))
  const [output] = used
  if (output === undefined || used.length > 1) return null
  const { outputs } = mapN8nNode(node?.type ?? '', recordOf(JSON.parse(JSON.stringify(node ?? {}))))
  return outputs[output] ?? `main:${output}`
}

/** JSON of the first items of all outputs; one item alone is shown without its list. */
function outputOf({ data = {} }: NodePass): Json {
  const items = Object.values(data)
    .flatMap((outputs) => outputs ?? [])
    .flatMap((output) => output ?? [])
    .map(({ json = null }) => json)
  const [only = null] = items
  return plainOutput(items.length === 1 ? only : items)
}

/** The steps of a run. `nodes`: those of the workflow, if the execution has none of its own. */
export function stepsOf(execution: ExecutionWithData, nodes: readonly N8nNode[]): Known<RunStep>[] {
  const own = execution.workflowData?.nodes ?? nodes
  const byName = new Map(own.map((node) => [node.name, node]))
  return passesOf(execution).map(({ name, pass, attempt }, seq) => {
    const node = byName.get(name)
    const status = statuses[pass.executionStatus ?? ''] ?? (pass.error ? 'failed' : 'succeeded')
    return {
      seq,
      node_id: node?.id ?? name,
      node_name: name,
      node_type: node?.type ?? '',
      status,
      handle: handleOf(node, pass),
      started_at: new Date(pass.startTime).toISOString(),
      duration_ms: pass.executionTime ?? null,
      attempt,
      error: messageOf(pass.error),
      output: outputOf(pass),
    }
  })
}

/** Error of a run; null if it has none, or n8n saved no data. */
export function errorOf(execution: ExecutionWithData): Run['error'] {
  const { error, lastNodeExecuted } = resultOf(execution)
  const message = messageOf(error)
  if (!message) return null
  const name = error?.node?.name ?? lastNodeExecuted
  const nodes = execution.workflowData?.nodes ?? []
  const node = error?.node?.id ?? nodes.find((one) => one.name === name)?.id ?? name ?? null
  return { ...message, node_id: node }
}

/** Names under which nodes record the model that they called. */
const modelNames = ['model_name', 'model', 'modelName', 'deployment_name']

function modelIn(options: Json | undefined): string {
  const found = recordOf(options)
  for (const name of modelNames) {
    const value = found[name]
    const text = textOf(value) || textOf(recordOf(value)['value'])
    if (text !== '') return text.replace(/^models\//, '')
  }
  return ''
}

/** The tokens that one pass of a model node recorded; null if it recorded none. Estimates of n8n are not counted. */
function useOf(node: N8nNode | undefined, { data = {}, inputOverride = {} }: NodePass): ModelUse | null {
  const outputs = data['ai_languageModel'] ?? []
  const usages = outputs
    .flatMap((output) => output ?? [])
    .map(({ json }) => recordOf(recordOf(json)['tokenUsage']))
    .filter((usage) => numberOf(usage['promptTokens']) !== null || numberOf(usage['completionTokens']) !== null)
  if (usages.length === 0) return null
  const [asked] = (inputOverride['ai_languageModel'] ?? []).flatMap((input) => input ?? [])
  const model = modelIn(recordOf(asked?.json)['options']) || modelIn(node?.parameters)
  const sum = (name: string) => usages.reduce((all, usage) => all + (numberOf(usage[name]) ?? 0), 0)
  return {
    model,
    calls: usages.length,
    input: sum('promptTokens'),
    output: sum('completionTokens'),
    cached: 0,
    reasoning: 0,
  }
}

/** Tokens by model, in the order of the first call. */
export function usesOf(execution: ExecutionWithData): ModelUse[] {
  const byName = new Map((execution.workflowData?.nodes ?? []).map((node) => [node.name, node]))
  const byModel = new Map<string, ModelUse>()
  for (const { name, pass } of passesOf(execution)) {
    const use = useOf(byName.get(name), pass)
    if (!use) continue
    const known = byModel.get(use.model)
    byModel.set(
      use.model,
      known
        ? {
            ...known,
            calls: known.calls + use.calls,
            input: known.input + use.input,
            output: known.output + use.output,
          }
        : use,
    )
  }
  return [...byModel.values()]
}
