/** Data of one execution of Flowise: its steps, its error and the tokens that its models used. Pure. */
import { z } from 'zod'
import type { Run, RunStep } from '#contract/billing.ts'
import type { RunStatus } from '#contract/values/run-status.ts'
import { fileDepth } from '#flow/file/read.ts'
import { isRecord, listOf, numberOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import { cutText } from '#lib/text/text.ts'
import type { Prices } from '#server/base/prices.ts'
import type { Known } from '#server/connectors/connector.ts'
import { costOfUses, mergeUses, type CostFact, type ModelUse } from '#server/connectors/model-cost.ts'
import { plainOutput } from '#server/connectors/plain-output.ts'
import { ExecutedNode, type ExecutionState } from './flowise-schemas.ts'

/** Longest error message of a row. */
const maxMessage = 500

/** "STOPPED" is the state of an execution that waits for a person. */
export const statuses: Readonly<Record<ExecutionState, RunStatus>> = {
  INPROGRESS: 'running',
  FINISHED: 'succeeded',
  ERROR: 'failed',
  TERMINATED: 'cancelled',
  TIMEOUT: 'timed_out',
  STOPPED: 'waiting',
}

const nodes = z.array(ExecutedNode)

/** The passes of an execution in their order; null if its data are not in the form that is known. */
export function passesOf(executionData: string): ExecutedNode[] | null {
  const json = parseJson(executionData, { depth: fileDepth })
  return (json.ok && nodes.safeParse(json.value).data) || null
}

const outputOf = ({ data }: ExecutedNode): JsonRecord => recordOf(data?.output)

/** A whole number that is not negative; null if the value is none. */
function countOf(value: Json | undefined): number | null {
  const number = numberOf(value)
  return number !== null && Number.isSafeInteger(number) && number >= 0 ? number : null
}

/** The output that a condition chose, named as in flow/formats/node-types/flowise-node.ts. */
function handleOf(pass: ExecutedNode): string | undefined {
  const name = pass.data?.name
  if (name !== 'conditionAgentflow' && name !== 'conditionAgentAgentflow') return undefined
  const conditions = listOf(outputOf(pass)['conditions'])
  const at = conditions.findIndex((one) => recordOf(one)['isFulfilled'] === true)
  if (at === -1) return undefined
  // The last entry of a condition is its "else".
  return name === 'conditionAgentflow' && at === conditions.length - 1 ? 'else' : `case_${at}`
}

function errorIn({ data }: ExecutedNode): { code: string; message: string } | null {
  const error = data?.error
  if (error === undefined || error === null) return null
  const message = textOf(error) || textOf(recordOf(error)['message'])
  return { code: 'error', message: cutText(message, maxMessage) }
}

/** Start in ms since 1970 and duration in ms of a pass; only nodes that call a model record them. */
function timesOf(pass: ExecutedNode): Pick<Known<RunStep>, 'started_at' | 'duration_ms'> {
  const { start, delta } = recordOf(outputOf(pass)['timeMetadata'])
  const [began, took] = [countOf(start), countOf(delta)]
  return {
    ...(began === null ? {} : { started_at: new Date(began).toISOString() }),
    ...(took === null ? {} : { duration_ms: took }),
  }
}

/** The steps of a run. */
export const stepsOf = (passes: readonly ExecutedNode[]): Known<RunStep>[] =>
  passes.map((pass, seq) => {
    const { nodeId, nodeLabel, status, data } = pass
    const handle = handleOf(pass)
    return {
      seq,
      node_id: nodeId,
      node_name: nodeLabel,
      ...(data?.name === undefined ? {} : { node_type: data.name }),
      ...(status === undefined ? {} : { status: statuses[status] }),
      ...(handle === undefined ? {} : { handle }),
      ...timesOf(pass),
      error: errorIn(pass),
      input: plainOutput(data?.input ?? null),
      output: plainOutput(data?.output ?? null),
    }
  })

/** Error of a run: that of its last failed step; null if it has none. */
export function runErrorOf(passes: readonly ExecutedNode[]): Run['error'] {
  const failed = passes.findLast((pass) => errorIn(pass) !== null && pass.status !== 'TERMINATED')
  const error = failed && errorIn(failed)
  return failed && error ? { ...error, node_id: failed.nodeId } : null
}

/** Prefix of the fields with the model, by the name of the node that calls it. */
const modelNodes: ReadonlyMap<string, string> = new Map([
  ['llmAgentflow', 'llm'],
  ['agentAgentflow', 'agent'],
  ['conditionAgentAgentflow', 'conditionAgent'],
])

/** The configured model, as in price lists; else the one that the provider named. */
function modelOf({ data }: ExecutedNode, prefix: string): string {
  const config = recordOf(recordOf(data?.input)[`${prefix}ModelConfig`])
  const answered = recordOf(recordOf(data?.output)['responseMetadata'])
  const texts = [config['modelName'], config['model'], answered['model_name'], answered['model']]
  return texts.map(textOf).find((text) => text !== '') ?? ''
}

/** The tokens of one pass; null if Flowise did not record what a price needs. */
function useOf(pass: ExecutedNode, prefix: string): ModelUse | null {
  const usage = outputOf(pass)['usageMetadata']
  if (!isRecord(usage)) return null
  const [input, output] = [countOf(usage['input_tokens']), countOf(usage['output_tokens'])]
  // Calls of an agent before its last one are recorded as a sum of input and output, which have two prices.
  const isSplit = (countOf(usage['tool_call_tokens']) ?? 0) === 0
  if (input === null || output === null || !isSplit) return null
  const cached = countOf(recordOf(usage['input_token_details'])['cache_read']) ?? 0
  const reasoning = countOf(recordOf(usage['output_token_details'])['reasoning']) ?? 0
  return {
    model: modelOf(pass, prefix),
    calls: 1,
    input,
    output,
    cached: Math.min(cached, input),
    reasoning: Math.min(reasoning, output),
  }
}

/**
 * Tokens by model, in the order of the first call; null if the tokens of a call are missing, since the cost would be
 * too low. Flowise does not say whether a model wrote the question of a human-input node; it is not counted.
 */
function usesOf(passes: readonly ExecutedNode[]): ModelUse[] | null {
  const uses: ModelUse[] = []
  for (const pass of passes) {
    const prefix = modelNodes.get(pass.data?.name ?? '')
    if (prefix === undefined || pass.status === 'ERROR' || pass.status === 'TERMINATED') continue
    const use = useOf(pass, prefix)
    if (use === null) return null
    uses.push(use)
  }
  return mergeUses(uses)
}

/** Cost of an execution, by the tokens that its nodes recorded; `passes`: null if they cannot be read. */
export const costOf = (prices: Prices, passes: readonly ExecutedNode[] | null): CostFact =>
  costOfUses(prices, passes && usesOf(passes))
