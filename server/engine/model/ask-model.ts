/** One endpoint that speaks OpenAI's chat completions, asked by the AI SDK: the only file that knows it. Loaded with the first agent. */
import type { ModelMessage, ToolSet } from 'ai'
import { z } from 'zod'
import type { Json } from '#lib/json/json.ts'
import { OutgoingError, type ModelEndpoint } from '#server/engine/engine-tools.ts'
import type { ReadyTool } from '#server/engine/node.ts'
import type { TokenUse } from '#server/base/prices.ts'

/** Why there is no answer: "model_unreachable", "model_timeout", "model_busy", "model_refused", "model_nonsense", "cancelled". */
export class ModelError extends Error {
  override name = 'ModelError'
  readonly code: string
  readonly retryable: boolean
  constructor(code: string, message: string, retryable: boolean) {
    super(message)
    this.code = code
    this.retryable = retryable
  }
}

export interface ModelReply {
  text: string
  /** Cut off by the limit of tokens. */
  isCut: boolean
  calls: { id: string; name: string; input: Json }[]
  /** Null where the endpoint does not count. */
  use: TokenUse | null
}

/** A call, and what the tool gave. */
export interface Called {
  id: string
  name: string
  input: Json
  result: Json
}

/** What the model said, and what its calls gave. */
export interface Turn {
  text: string
  called: Called[]
}

export interface Model {
  /** Throws ModelError. */
  ask(turns: readonly Turn[], limits: { maxTokens: number; mayCall: boolean; signal: AbortSignal }): Promise<ModelReply>
}

interface Wanted {
  name: string
  system: string
  prompt: string
  tools: ReadonlyMap<string, ReadyTool>
  temperature: number | null
  /** Milliseconds of one call. */
  timeoutMs: number
}

/** More tokens than any model takes: what is beyond is no count. */
const mostTokens = 100_000_000

const Status = z.object({ name: z.string(), statusCode: z.number().optional(), cause: z.unknown().optional() })

/** Endpoints repeat parts of the key in what they say: of it, nothing is passed on. */
function troubleOnTheWay({ code, message, retryable }: OutgoingError): ModelError {
  if (code === 'timeout') return new ModelError('model_timeout', `The model did not respond in time: ${message}`, true)
  if (code === 'cancelled') return new ModelError('cancelled', message, false)
  if (code === 'too_large' || code === 'bad_answer')
    return new ModelError('model_nonsense', `The model endpoint returned an invalid response: ${message}`, retryable)
  return new ModelError('model_unreachable', `The model endpoint could not be reached: ${message}`, retryable)
}

function troubleOfStatus(status: number): ModelError {
  const what = `The model endpoint returned status ${status}`
  if ([408, 409, 429].includes(status) || status >= 500) return new ModelError('model_busy', `${what}.`, true)
  if (status === 401 || status === 403) return new ModelError('model_refused', `${what}. Check MODEL_API_KEY.`, false)
  if (status >= 300) return new ModelError('model_refused', `${what}. Check the name of the model.`, false)
  return new ModelError('model_nonsense', `${what}, but the response is not a completion.`, false)
}

function troubleOf(error: unknown): ModelError {
  if (error instanceof OutgoingError) return troubleOnTheWay(error)
  const { data } = Status.safeParse(error)
  if (data?.cause instanceof OutgoingError) return troubleOnTheWay(data.cause)
  return troubleOfStatus(data?.statusCode ?? 200)
}

const countOf = (value: number | undefined): number | null =>
  value !== undefined && Number.isSafeInteger(value) && value >= 0 && value <= mostTokens ? value : null

interface Usage {
  inputTokens?: number | undefined
  outputTokens?: number | undefined
  inputTokenDetails?: { cacheReadTokens?: number | undefined }
  outputTokenDetails?: { reasoningTokens?: number | undefined }
}

function useOf(usage: Usage): TokenUse | null {
  const [input, output] = [countOf(usage.inputTokens), countOf(usage.outputTokens)]
  if (input === null || output === null || input + output === 0) return null
  const cached = Math.min(countOf(usage.inputTokenDetails?.cacheReadTokens) ?? 0, input)
  const reasoning = Math.min(countOf(usage.outputTokenDetails?.reasoningTokens) ?? 0, output)
  return { input, output, cached, reasoning }
}

const Arguments = z.json().catch(null)

function messagesOf(prompt: string, turns: readonly Turn[]): ModelMessage[] {
  const said = turns.flatMap(({ text, called }): ModelMessage[] => [
    {
      role: 'assistant',
      content: [
        ...(text === '' ? [] : [{ type: 'text' as const, text }]),
        ...called.map(({ id, name, input }) => ({ type: 'tool-call' as const, toolCallId: id, toolName: name, input })),
      ],
    },
    {
      role: 'tool',
      content: called.map(({ id, name, result }) => ({
        type: 'tool-result' as const,
        toolCallId: id,
        toolName: name,
        output: { type: 'json' as const, value: result },
      })),
    },
  ])
  return [{ role: 'user', content: prompt }, ...said]
}

/** A model with its instructions and tools, ready to be asked. */
export async function makeModel(endpoint: ModelEndpoint, wanted: Wanted): Promise<Model> {
  const [{ generateText, jsonSchema, tool }, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ])
  // What it warns of goes to the console otherwise.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const { baseUrl: baseURL, apiKey, fetch } = endpoint
  const provider = createOpenAICompatible({ name: 'model', baseURL, fetch, ...(apiKey === null ? {} : { apiKey }) })
  const tools: ToolSet = Object.fromEntries(
    [...wanted.tools].map(([name, { description, inputSchema }]) => [
      name,
      tool({ description, inputSchema: jsonSchema({ type: 'object', ...inputSchema }) }),
    ]),
  )
  const { name, system, prompt, temperature } = wanted
  return {
    async ask(turns, { maxTokens, mayCall, signal }) {
      const late = AbortSignal.timeout(wanted.timeoutMs)
      try {
        const result = await generateText({
          model: provider(name),
          messages: messagesOf(prompt, turns),
          maxOutputTokens: maxTokens,
          maxRetries: 0,
          abortSignal: AbortSignal.any([signal, late]),
          experimental_telemetry: { isEnabled: false },
          ...(system === '' ? {} : { system }),
          ...(temperature === null ? {} : { temperature }),
          ...(wanted.tools.size === 0 ? {} : { tools, toolChoice: mayCall ? ('auto' as const) : ('none' as const) }),
        })
        const calls = result.toolCalls.map((call) => ({
          id: call.toolCallId,
          name: call.toolName,
          input: Arguments.parse(call.input),
        }))
        return { text: result.text, isCut: result.finishReason === 'length', calls, use: useOf(result.usage) }
      } catch (error) {
        if (late.aborted && !signal.aborted)
          throw new ModelError('model_timeout', `The model did not respond within ${wanted.timeoutMs} ms.`, true)
        // It calls a tool although it must not: a call like any other, but the SDK gives nothing of it, not even its use.
        if (error instanceof Error && error.name === 'AI_ToolChoiceViolationError')
          return { text: '', isCut: false, calls: [{ id: '', name: '', input: null }], use: null }
        throw troubleOf(error)
      }
    },
  }
}
