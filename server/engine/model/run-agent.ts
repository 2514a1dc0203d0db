/** Runs agents: model calls in turns with tool calls in between, limited by steps, tokens and cost. */
import { createHash } from 'node:crypto'
import { requestedModel } from '#flow/node-kind.ts'
import { isRecord, listOf, numberOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import type { EngineTools } from '#server/engine/engine-tools.ts'
import type { CallOutcome } from '#server/engine/http/call-api.ts'
import { costsOfTool, type CostLine, type DecryptedTool, type ReportCosts } from '#server/engine/node.ts'
import { modelPrice, tokenCost, type TokenUse } from '#server/base/prices.ts'
import { mergeRendered, withoutSecrets, type RenderedValue } from '#server/engine/text/masked-value.ts'
import { makeModel, ModelError, type ToolCallResult, type Model, type ModelReply, type Turn } from './ask-model.ts'

/**
 * model, temperature, max_tokens, max_steps, timeout_ms; `general` and `tools`: instructions and tool keys of the agent
 * tool; `instructions` and `own_tools`: those of a node, as its flow binds them.
 */
export type AgentConfig = JsonRecord

export interface AgentContext {
  tools: EngineTools
  key: string
  signal: AbortSignal
  budget: bigint
  text(template: string, input?: RenderedValue): Promise<RenderedValue<string>>
  /** Masks secrets in a result. */
  mask(value: Json): Json
  tool(key: string, isOfTool?: boolean): Promise<DecryptedTool | null>
  onRequest(input: Json): void
  /** Absent if cost is not recorded. */
  reportCosts?: ReportCosts
  /** `reportCosts` receives the cost of this call alone. */
  call(tool: DecryptedTool, input: Json, key: string, reportCosts: ReportCosts): Promise<CallOutcome>
}

/** Default and maximum number of model calls of an agent. */
const defaultModelCalls = 8
const maxModelCalls = 32
/** Default timeout of a model call in ms; some models think for minutes. */
const defaultTimeoutMs = 300_000
const maxTimeoutMs = 600_000
/** Default limit of output tokens, for all responses together. */
const defaultOutputTokens = 4_000
const maxOutputTokens = 1_000_000
const maxTools = 64
/** Maximum tool calls in one response. */
const maxToolCalls = 16
/** Maximum characters of instructions and first message together, and of a tool result sent to the model. */
const maxInputLength = 400_000
const maxResultLength = 32_000
/** Characters per token, for estimates before a call and for endpoints that report no counts. */
const charsPerToken = 4
/** Minimum number of output tokens that the remaining credit must cover; with fewer, the model is not called. */
const minOutputTokens = 16

const failed = (code: string, message: string, costs: CostLine[], retryable = false): CallOutcome => ({
  ok: false,
  code,
  message,
  retryable,
  costs,
})

/** Unique function name for a tool, in characters that endpoints accept. */
function functionName(key: string, taken: ReadonlyMap<string, unknown>): string {
  const base = key.replaceAll(/[^\w-]/g, '_').slice(0, 60) || 'tool'
  let name = base
  for (let count = 2; taken.has(name); count += 1) name = `${base}_${count}`
  return name
}

/** Tools by function name, or an error message. */
async function readTools(config: AgentConfig, context: AgentContext): Promise<Map<string, DecryptedTool> | string> {
  const tools = new Map<string, DecryptedTool>()
  const own = new Set(listOf(config['own_tools']).map(textOf))
  const keys = [...new Set([...listOf(config['tools']).map(textOf), ...own])]
  if (keys.length > maxTools) return `The agent has ${keys.length} tools. The limit is ${maxTools}.`
  for (const key of keys) {
    const tool = await context.tool(key, !own.has(key))
    if (!tool) return `The tool “${key}” of the agent is missing or disabled. Enable it, or remove it from the agent.`
    if (!['api', 'code', 'transform', 'condition'].includes(tool.category))
      return `The tool “${tool.name}” (${tool.category}) cannot be used by an agent. Remove it from the agent.`
    tools.set(functionName(key, tools), tool)
  }
  return tools
}

const promptOf = (input: Json): string => (typeof input === 'string' ? input : JSON.stringify(input))

/** Usage and cost of one agent run. */
class AgentUsage {
  readonly use: TokenUse = { input: 0, output: 0, cached: 0, reasoning: 0 }
  readonly #others = new Map<string, CostLine>()
  readonly #context: AgentContext
  readonly #model: string
  calls = 0

  constructor(context: AgentContext, model: string) {
    this.#context = context
    this.#model = model
  }

  add(use: TokenUse): void {
    this.use.input += use.input
    this.use.output += use.output
    this.use.cached += use.cached
    this.use.reasoning += use.reasoning
  }

  /** Adds the cost of a tool call; costs are merged into one line per kind and tool. */
  addCosts(costs: readonly CostLine[]): void {
    for (const line of costs) {
      const key = `${line.kind} ${line.tool?.id ?? ''}`
      const before = this.#others.get(key)
      const quantity = line.quantity + (before?.quantity ?? 0)
      this.#others.set(key, { ...line, quantity, micros: line.micros + (before?.micros ?? 0n) })
    }
  }

  get costs(): CostLine[] {
    return this.costsWith(0)
  }

  /** Cost including a pending model call with this many input tokens. */
  costsWith(pendingInputTokens: number): CostLine[] {
    const { output } = this.use
    const input = this.use.input + pendingInputTokens
    const micros = tokenCost(this.#context.tools.prices, this.#model, { ...this.use, input })
    const own = { kind: 'agent', label: this.#model, quantity: input + output, unit: 'token', micros }
    return [...(input + output > 0 ? [own] : []), ...this.#others.values()]
  }

  /** Reports the cost so far, including that of a pending tool call. */
  async report(pendingCosts: readonly CostLine[] = []): Promise<void> {
    await this.#context.reportCosts?.([...this.costs, ...pendingCosts])
  }

  /** Number of output tokens that the remaining budget allows for a call with this many input tokens. */
  affordable(inputTokens: number): number {
    const spent = this.costs.reduce((sum, line) => sum + line.micros, 0n)
    const price = modelPrice(this.#context.tools.prices, this.#model)
    const left = (this.#context.budget - spent) * 1_000_000n - BigInt(inputTokens) * price.input
    if (left < 0n) return 0
    const highestPrice =
      price.reasoning !== undefined && price.reasoning > price.output ? price.reasoning : price.output
    return highestPrice === 0n
      ? maxOutputTokens
      : Number(left / highestPrice < BigInt(maxOutputTokens) ? left / highestPrice : maxOutputTokens)
  }
}

/** Fields of a JSON response, with or without a code fence; empty for any other text. */
function fieldsOf(text: string): JsonRecord {
  const inner = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/i.exec(text)?.[1] ?? text
  const read = inner.trim().startsWith('{') ? parseJson(inner.trim()) : null
  return read?.ok && isRecord(read.value) ? read.value : {}
}

/** Runs the requested tool calls and returns their results, or errors for invalid ones. */
async function runToolCalls(
  reply: ModelReply,
  tools: ReadonlyMap<string, DecryptedTool>,
  context: AgentContext,
  agentUsage: AgentUsage,
): Promise<ToolCallResult[]> {
  const results: ToolCallResult[] = []
  for (const { id, name, input } of reply.calls) {
    const tool = tools.get(name)
    agentUsage.calls += 1
    const addResult = (value: Json) => {
      const text = JSON.stringify(value)
      const cut = text.length > maxResultLength ? { cut: text.slice(0, maxResultLength) } : value
      results.push({ id, name, input, result: cut })
    }
    if (!tool) addResult({ error: `No tool has the key “${name}”.`, tools: [...tools.keys()] })
    else if (!isRecord(input)) addResult({ error: 'The arguments are not a JSON object.' })
    else {
      const key = createHash('sha256').update(`${context.key}/${agentUsage.calls}`).digest('hex')
      const done = await context.call(tool, input, key, (costs) => agentUsage.report(costs))
      agentUsage.addCosts(costsOfTool(tool, done.costs))
      // Recorded after each tool call, since calls may take minutes and the process may be killed in between.
      await agentUsage.report()
      // Masks the tool's secrets, which the server may repeat in its response.
      addResult(context.mask(done.ok ? done.output : { error: done.message, code: done.code }))
    }
  }
  return results
}

const limitOf = (value: Json | undefined, defaultLimit: number, maxLimit: number) =>
  Math.min(Math.max(Math.trunc(numberOf(value) ?? defaultLimit), 1), maxLimit)

interface AgentSession {
  model: Model
  label: string
  tools: ReadonlyMap<string, DecryptedTool>
  prompt: string
  steps: number
  tokens: number
}

/** Alternates model and tool calls until the model gives a final response or a limit is reached. */
async function runTurns(session: AgentSession, context: AgentContext, agentUsage: AgentUsage): Promise<CallOutcome> {
  const turns: Turn[] = []
  let expected = Math.ceil(session.prompt.length / charsPerToken)
  for (let step = 1; step <= session.steps; step += 1) {
    const affordable = agentUsage.affordable(expected)
    const maxTokens = Math.min(session.tokens - agentUsage.use.output, affordable)
    if (affordable < minOutputTokens)
      return failed('budget', 'The next model call could exceed the remaining credit. Add credit.', agentUsage.costs)
    if (maxTokens < 1)
      return failed('token_limit', `All ${session.tokens} output tokens are used. Raise max_tokens.`, agentUsage.costs)
    await context.reportCosts?.(agentUsage.costsWith(expected))
    // In the last step the model must not call tools.
    const reply = await session.model.complete(turns, {
      maxTokens,
      allowsTools: step < session.steps,
      signal: context.signal,
    })
    const estimated = { input: expected, output: Math.ceil(reply.text.length / charsPerToken), cached: 0, reasoning: 0 }
    agentUsage.add(reply.usage ?? estimated)
    expected = (reply.usage?.input ?? expected) + (reply.usage?.output ?? estimated.output)
    if (reply.calls.length === 0) return finalOutcome(reply, step, agentUsage, session)
    if (reply.calls.length > maxToolCalls) {
      const message = `The model requested ${reply.calls.length} tool calls in one response. The limit is ${maxToolCalls}.`
      return failed('step_limit', message, agentUsage.costs)
    }
    if (step === session.steps) break
    await agentUsage.report()
    const toolResults = await runToolCalls(reply, session.tools, context, agentUsage)
    turns.push({ text: reply.text, toolResults })
    expected += Math.ceil(JSON.stringify(toolResults).length / charsPerToken)
  }
  return failed(
    'step_limit',
    `No final response within ${session.steps} model calls. Raise max_steps.`,
    agentUsage.costs,
  )
}

function finalOutcome(reply: ModelReply, steps: number, agentUsage: AgentUsage, { tokens }: AgentSession): CallOutcome {
  const { costs, use } = agentUsage
  if (reply.isTruncated)
    return failed('token_limit', `The response was cut off at the limit of ${tokens} tokens. Raise max_tokens.`, costs)
  if (reply.text.trim() === '') return failed('no_answer', 'The model returned an empty response.', costs)
  const fields = fieldsOf(reply.text)
  const usage = {
    input_tokens: use.input,
    output_tokens: use.output,
    cached_tokens: use.cached,
    reasoning_tokens: use.reasoning,
  }
  const text = typeof fields['text'] === 'string' ? fields['text'] : reply.text
  return { ok: true, output: { ...fields, text, steps, tool_calls: agentUsage.calls, usage }, costs }
}

/**
 * Runs an agent to its final response. Output: `text`, `steps`, `tool_calls` and `usage`. If the response is a JSON
 * object, its fields are added, and its `text`, if any, replaces the text. Never throws for errors of an endpoint.
 */
export async function runAgent(config: AgentConfig, input: Json, context: AgentContext): Promise<CallOutcome> {
  const endpoint = context.tools.model
  if (!endpoint)
    return failed(
      'no_model',
      'No model is configured. Ask your administrator to set MODEL_BASE_URL and MODEL_API_KEY.',
      [],
    )
  const label = requestedModel(textOf(config['model']), endpoint.name)
  if (label === '')
    return failed('no_model', 'No model is selected for the agent, and MODEL_NAME is not set. Select a model.', [])
  const tools = await readTools(config, context)
  if (typeof tools === 'string') return failed('missing_tool', tools, [])
  const instructions = await context.text(textOf(config['instructions']))
  const general = await context.text(textOf(config['general']), withoutSecrets(input))
  const both = mergeRendered(general, instructions, (...texts) => [...new Set(texts)].filter(Boolean).join('\n\n'))
  const system = both.wire
  const prompt = promptOf(input)
  if (prompt.length + system.length > maxInputLength)
    return failed('too_large', `Instructions and input have more than ${maxInputLength} characters. Shorten them.`, [])
  context.onRequest({ model: label, instructions: both.record, input, tools: [...tools.keys()] })
  const agentUsage = new AgentUsage(context, label)
  try {
    const model = await makeModel(endpoint, {
      name: label,
      system,
      prompt,
      tools,
      temperature: numberOf(config['temperature']),
      timeoutMs: limitOf(config['timeout_ms'], defaultTimeoutMs, maxTimeoutMs),
    })
    const session = {
      model,
      label,
      tools,
      prompt: prompt + system,
      steps: limitOf(config['max_steps'], defaultModelCalls, maxModelCalls),
      tokens: limitOf(config['max_tokens'], defaultOutputTokens, maxOutputTokens),
    }
    return await runTurns(session, context, agentUsage)
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return failed(error.code, error.message, agentUsage.costs, error.retryable)
  }
}
