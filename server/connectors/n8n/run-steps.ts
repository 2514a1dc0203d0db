/** Data of one execution of n8n: its steps, its error and the tokens that its model nodes recorded. Pure. */
import type { Run, RunStep } from '#contract/billing.ts'
import type { RunStatus } from '#contract/values/run-status.ts'
import { mapN8nNode } from '#flow/formats/node-types/n8n-node.ts'
import { numberOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { cutText } from '#lib/text/text.ts'
import type { Known } from '#server/connectors/connector.ts'
import type { Prices } from '#server/base/prices.ts'
import { costOfUses, mergeUses, type CostFact, type ModelUse } from '#server/connectors/model-cost.ts'
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

const statuses = new Map<string, RunStatus>([
  ['success', 'succeeded'],
  ['error', 'failed'],
  ['crashed', 'failed'],
  ['canceled', 'cancelled'],
  ['running', 'running'],
  ['new', 'queued'],
  ['waiting', 'waiting'],
])

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

/** JSON of the first items of all outputs; one item alone is shown without its list. Null if n8n recorded none. */
function outputOf({ data }: NodePass): Json {
  if (data === undefined) return null
  const items = Object.values(data)
    .flatMap((outputs) => outputs ?? [])
    .flatMap((output) => output ?? [])
    .map(({ json = null }) => json)
  const [only = null] = items
  return plainOutput(items.length === 1 ? only : items)
}

/** What a pass got: the output of the passes that led to it. Undefined for a trigger, and if n8n did not record them. */
function inputOf({ source }: NodePass, runData: Readonly<Record<string, readonly NodePass[]>>): Json | undefined {
  const items = (source ?? []).flatMap((from) => {
    if (from === null) return []
    const { previousNode: name, previousNodeOutput: output = 0, previousNodeRun: run = 0 } = from
    return (Object.hasOwn(runData, name) ? runData[name]?.[run]?.data?.['main']?.[output] : null) ?? []
  })
  const jsons = items.map(({ json = null }) => json)
  const [only = null] = jsons
  return jsons.length === 0 ? undefined : plainOutput(jsons.length === 1 ? only : jsons)
}

/** The steps of a run. `nodes`: those of the workflow, if the execution has none of its own. */
export function stepsOf(execution: ExecutionWithData, nodes: readonly N8nNode[]): Known<RunStep>[] {
  const own = execution.workflowData?.nodes ?? nodes
  const byName = new Map(own.map((node) => [node.name, node]))
  return passesOf(execution).map(({ name, pass, attempt }, seq) => {
    const node = byName.get(name)
    const input = inputOf(pass, resultOf(execution).runData ?? {})
    const status = statuses.get(pass.executionStatus ?? '') ?? (pass.error ? 'failed' : 'succeeded')
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
      ...(input === undefined ? {} : { input }),
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

/** The outputs of one pass of a model node: one for each call of the model. */
const modelOutputs = ({ data = {} }: NodePass) =>
  (data['ai_languageModel'] ?? []).flatMap((output) => output ?? []).map(({ json }) => recordOf(json))

/** A count of tokens; null if it is none. */
function tokensOf(value: Json | undefined): number | null {
  const count = numberOf(value)
  return count !== null && Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** The tokens of one call; null if the model did not report them, and n8n has an estimate at most. */
function reportedUse(output: JsonRecord): { input: number; output: number } | null {
  const { promptTokens, completionTokens } = recordOf(output['tokenUsage'])
  const [asked, answered] = [tokensOf(promptTokens), tokensOf(completionTokens)]
  return asked === null && answered === null ? null : { input: asked ?? 0, output: answered ?? 0 }
}

/** The tokens that one pass of a model node recorded; null if it recorded none. */
function useOf(node: N8nNode | undefined, pass: NodePass): ModelUse | null {
  const uses = modelOutputs(pass).flatMap((output) => reportedUse(output) ?? [])
  if (uses.length === 0) return null
  const { inputOverride = {} } = pass
  const [asked] = (inputOverride['ai_languageModel'] ?? []).flatMap((input) => input ?? [])
  const model = modelIn(recordOf(asked?.json)['options']) || modelIn(node?.parameters)
  return {
    model,
    calls: uses.length,
    input: uses.reduce((sum, { input }) => sum + input, 0),
    output: uses.reduce((sum, { output }) => sum + output, 0),
    cached: 0,
    reasoning: 0,
  }
}

/** Whether all model calls of a run reported their tokens: else a sum of them would be too small. */
const hasAllUses = (execution: ExecutionWithData): boolean =>
  passesOf(execution).every(({ pass }) => modelOutputs(pass).every((output) => reportedUse(output) !== null))

/** Tokens by model, in the order of the first call. */
function usesOf(execution: ExecutionWithData): ModelUse[] {
  const byName = new Map((execution.workflowData?.nodes ?? []).map((node) => [node.name, node]))
  return mergeUses(passesOf(execution).flatMap(({ name, pass }) => useOf(byName.get(name), pass) ?? []))
}

/** Cost of an execution, by the tokens that its models reported. */
export const costOf = (execution: ExecutionWithData, prices: Prices): CostFact =>
  costOfUses(prices, hasAllUses(execution) ? usesOf(execution) : null)
