/**
 * Client of an OpenAI-compatible chat completions endpoint; the only file that uses the AI SDK, which is
 * loaded with the first agent.
 */
import type { ModelMessage, ToolSet } from 'ai'
import { z } from 'zod'
import type { Json } from '#lib/json/json.ts'
import { OutgoingError, type ModelEndpoint } from '#server/engine/engine-tools.ts'
import type { DecryptedTool } from '#server/engine/node.ts'
import type { TokenUse } from '#server/base/prices.ts'

/**
 * Error codes of a model call: "model_unreachable", "model_timeout", "model_busy", "model_refused", "model_nonsense",
 * "cancelled".
 */
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
  /** Truncated by the token limit. */
  isTruncated: boolean
  calls: { id: string; name: string; input: Json }[]
  /** Null if the endpoint does not report it. */
  usage: TokenUse | null
}

/** A tool call with its result. */
export interface ToolCallResult {
  id: string
  name: string
  input: Json
  result: Json
}

/** A response of the model, with the results of its tool calls. */
export interface Turn {
  text: string
  toolResults: ToolCallResult[]
}

export interface Model {
  /** Throws ModelError. */
  complete(
    turns: readonly Turn[],
    limits: { maxTokens: number; allowsTools: boolean; signal: AbortSignal },
  ): Promise<ModelReply>
}

interface ModelOptions {
  name: string
  system: string
  prompt: string
  tools: ReadonlyMap<string, DecryptedTool>
  temperature: number | null
  /** Timeout of one call in ms. */
  timeoutMs: number
}

/** Highest plausible token count; larger ones are ignored. */
const maxPlausibleTokens = 100_000_000

const Status = z.object({ name: z.string(), statusCode: z.number().optional(), cause: z.unknown().optional() })

/**
 * Converts a network error. The message includes no text of a response, since endpoints may repeat parts of the key.
 */
function networkError({ code, message, retryable }: OutgoingError): ModelError {
  if (code === 'timeout') return new ModelError('model_timeout', `The model did not respond in time: ${message}`, true)
  if (code === 'cancelled') return new ModelError('cancelled', message, false)
  if (code === 'too_large' || code === 'bad_answer')
    return new ModelError('model_nonsense', `The model endpoint returned an invalid response: ${message}`, retryable)
  return new ModelError('model_unreachable', `The model endpoint could not be reached: ${message}`, retryable)
}

function statusError(status: number): ModelError {
  const what = `The model endpoint returned status ${status}`
  if ([408, 409, 429].includes(status) || status >= 500) return new ModelError('model_busy', `${what}.`, true)
  if (status === 401 || status === 403) return new ModelError('model_refused', `${what}. Check MODEL_API_KEY.`, false)
  if (status >= 300) return new ModelError('model_refused', `${what}. Check the name of the model.`, false)
  return new ModelError('model_nonsense', `${what}, but the response is not a completion.`, false)
}

function modelErrorOf(error: unknown): ModelError {
  if (error instanceof OutgoingError) return networkError(error)
  const { data } = Status.safeParse(error)
  if (data?.cause instanceof OutgoingError) return networkError(data.cause)
  return statusError(data?.statusCode ?? 200)
}

const countOf = (value: number | undefined): number | null =>
  value !== undefined && Number.isSafeInteger(value) && value >= 0 && value <= maxPlausibleTokens ? value : null

interface Usage {
  inputTokens?: number | undefined
  outputTokens?: number | undefined
  inputTokenDetails?: { cacheReadTokens?: number | undefined }
  outputTokenDetails?: { reasoningTokens?: number | undefined }
}

function tokenUseOf(usage: Usage): TokenUse | null {
  const [input, output] = [countOf(usage.inputTokens), countOf(usage.outputTokens)]
  if (input === null || output === null || input + output === 0) return null
  const cached = Math.min(countOf(usage.inputTokenDetails?.cacheReadTokens) ?? 0, input)
  const reasoning = Math.min(countOf(usage.outputTokenDetails?.reasoningTokens) ?? 0, output)
  return { input, output, cached, reasoning }
}

const Arguments = z.json().catch(null)

function messagesOf(prompt: string, turns: readonly Turn[]): ModelMessage[] {
  const said = turns.flatMap(({ text, toolResults }): ModelMessage[] => [
    {
      role: 'assistant',
      content: [
        ...(text === '' ? [] : [{ type: 'text' as const, text }]),
        ...toolResults.map(({ id, name, input }) => ({
          type: 'tool-call' as const,
          toolCallId: id,
          toolName: name,
          input,
        })),
      ],
    },
    {
      role: 'tool',
      content: toolResults.map(({ id, name, result }) => ({
        type: 'tool-result' as const,
        toolCallId: id,
        toolName: name,
        output: { type: 'json' as const, value: result },
      })),
    },
  ])
  return [{ role: 'user', content: prompt }, ...said]
}

/** Creates a model with its instructions and tools. */
export async function makeModel(endpoint: ModelEndpoint, options: ModelOptions): Promise<Model> {
  const [{ generateText, jsonSchema, tool }, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ])
  // The SDK would print warnings to the console.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const { baseUrl: baseURL, apiKey, fetch } = endpoint
  const provider = createOpenAICompatible({ name: 'model', baseURL, fetch, ...(apiKey === null ? {} : { apiKey }) })
  const tools: ToolSet = Object.fromEntries(
    [...options.tools].map(([name, { description, inputSchema }]) => [
      name,
      tool({ description, inputSchema: jsonSchema({ type: 'object', ...inputSchema }) }),
    ]),
  )
  const { name, system, prompt, temperature } = options
  return {
    async complete(turns, { maxTokens, allowsTools, signal }) {
      const timeout = AbortSignal.timeout(options.timeoutMs)
      try {
        const result = await generateText({
          model: provider(name),
          messages: messagesOf(prompt, turns),
          maxOutputTokens: maxTokens,
          maxRetries: 0,
          abortSignal: AbortSignal.any([signal, timeout]),
          experimental_telemetry: { isEnabled: false },
          ...(system === '' ? {} : { system }),
          ...(temperature === null ? {} : { temperature }),
          ...(options.tools.size === 0
            ? {}
            : { tools, toolChoice: allowsTools ? ('auto' as const) : ('none' as const) }),
        })
        const calls = result.toolCalls.map((call) => ({
          id: call.toolCallId,
          name: call.toolName,
          input: Arguments.parse(call.input),
        }))
        return {
          text: result.text,
          isTruncated: result.finishReason === 'length',
          calls,
          usage: tokenUseOf(result.usage),
        }
      } catch (error) {
        if (timeout.aborted && !signal.aborted)
          throw new ModelError('model_timeout', `The model did not respond within ${options.timeoutMs} ms.`, true)
        // The model called a tool although it was not allowed to. The SDK then returns nothing, not even token usage.
        if (error instanceof Error && error.name === 'AI_ToolChoiceViolationError')
          return { text: '', isTruncated: false, calls: [{ id: '', name: '', input: null }], usage: null }
        throw modelErrorOf(error)
      }
    },
  }
}
