/** Sandbox: evaluates user code, expressions and templates isolated from the host. */
import { z } from 'zod'
import { type Json, isRecord } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import type { Log } from '#server/base/log.ts'
import type { SandboxCaller, Evaluated, Evaluation, Problem, Rendered, Sandbox } from '#server/engine/engine-tools.ts'
import { makeSchemaValidator } from './schema-validation.ts'
import { makePool, makeSchemaPool, type Pool, type PoolCall, type PoolReply } from './pool.ts'

/** Maximum characters of values visible to an expression, which are parsed within its memory of 16 MB. */
const maxValues = 4_000_000
/** Maximum characters of a source, and of all texts of one call. */
const maxSources = 1_000_000
/** Maximum depth of a result, the same as for requests; excludes the enclosing response object. */
const maxDepth = 64
const checkMs = 2000
const maxMessage = 600

/** Messages for codes that are returned without a message. */
const defaultMessages: Record<string, string> = {
  timeout: 'The time limit was exceeded.',
  cancelled: 'The evaluation was cancelled.',
  memory: 'The memory limit was exceeded.',
  crashed: 'The sandbox thread crashed.',
  busy: 'Too many evaluations are waiting. Try again in a moment.',
  too_large: 'The input values are too large.',
}

/** The thread has run user code and is not trusted: invalid parts of its result are replaced or dropped. */
const Count = z.int32().min(0).optional().catch(undefined)
const Place = z.int32().min(1).optional().catch(undefined)
const FailureAnswer = z.object({
  failure: z.object({
    code: z
      .string()
      .regex(/^[a-z_]{1,40}$/)
      // These codes are reserved for the pool, and cause a retry.
      .refine((code) => code !== 'busy' && code !== 'crashed')
      .catch('error'),
    message: z.string().catch(''),
    index: Count,
    line: Place,
    column: Place,
  }),
})

function failureIn(answer: string): z.output<typeof FailureAnswer>['failure'] {
  try {
    return FailureAnswer.parse(JSON.parse(answer)).failure
  } catch {
    return { code: 'error', message: '' }
  }
}
const RenderAnswer = z.object({ texts: z.array(z.json()), secret: z.array(z.number()), pieces: z.array(z.json()) })
const RecordAnswer = z.array(z.json())

/** Makes text storable: replaces lone surrogates and NUL, which result from truncation or malicious code. */
const storable = (text: string): string =>
  Array.from(text.slice(0, maxMessage), (character) => (/[\0\p{Cs}]/u.test(character) ? '�' : character)).join('')

function failed(code: string, message: string, ms: number, place: Pick<Problem, 'line' | 'column'> = {}): Evaluation {
  return {
    ok: false,
    code,
    message: storable(message || defaultMessages[code] || 'The evaluation failed.'),
    ms,
    ...place,
  }
}

function outcomeOf(reply: PoolReply): Evaluation {
  const { answer, ms } = reply
  if (answer === null) return failed(reply.code, '', ms)
  if (answer.startsWith('{"ok":false')) {
    const { code, message, ...place } = failureIn(answer)
    return failed(code, code in defaultMessages && code !== 'too_large' ? '' : message, ms, place)
  }
  const read = parseJson(answer, { depth: maxDepth + 1 })
  if (!read.ok) return failed('error', `The result cannot be stored: ${read.message}`, ms)
  return { ok: true, value: isRecord(read.value) ? (read.value['value'] ?? null) : null, ms }
}

/** Drops the outputs of nodes, which may be large, unless a source may refer to them. */
function withoutUnusedNodes(language: PoolCall['language'], sources: readonly string[], values: Json): Json {
  if (language === 'jsonata' || language === 'javascript' || !isRecord(values)) return values
  return sources.some((source) => source.includes('nodes')) ? values : { ...values, nodes: {} }
}

interface EvaluationTask {
  language: PoolCall['language']
  sources: readonly string[]
  values: Json
  extra: Json
}

/** JSON payload of a call; null if it is too large, or nested too deeply to be serialized. */
function payloadOf({ language, sources, values, extra }: EvaluationTask): string | null {
  if (sources.reduce((sum, source) => sum + source.length, 0) > maxSources) return null
  try {
    const text = JSON.stringify(withoutUnusedNodes(language, sources, values))
    if (text.length > maxValues) return null
    return `{"extra":${JSON.stringify(extra)},"sources":${JSON.stringify(sources)},"values":${text}}`
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

type Limits = Pick<PoolCall, 'name' | 'timeoutMs' | 'length' | 'signal'>

interface CallOrigin {
  pool: Pool
  caller: SandboxCaller | null
}

async function callPool({ pool, caller }: CallOrigin, task: EvaluationTask, limits: Limits): Promise<Evaluation> {
  const payload = payloadOf(task)
  if (payload === null) return failed('too_large', '', 0)
  const { language } = task
  if (!caller) return outcomeOf(await pool.run({ ...limits, language, payload, owner: null }))
  caller.onWaitChange(1)
  const onStart = () => caller.onWaitChange(-1)
  return outcomeOf(await pool.run({ ...limits, language, payload, owner: caller, onStart }))
}

const lengths = { cel: 'brief', liquid: 'brief', jsonata: 'expression', javascript: 'code' } as const

const languageOptions = (language: PoolCall['language'], isCase = false): Json =>
  language === 'cel' ? { isCase, zones: {} } : {}

/** Evaluation functions on behalf of `caller`; null = the process itself. */
function evaluations(
  pool: Pool,
  caller: SandboxCaller | null,
): Omit<Sandbox, 'validate' | 'forStep' | 'forAccount' | 'close'> {
  const origin = { pool, caller }
  return {
    evaluate({ language, source, values, timeoutMs, signal }) {
      const task = { language, sources: [source], values, extra: languageOptions(language) }
      return callPool(origin, task, { name: 'run', timeoutMs, length: lengths[language], signal })
    },
    async decide({ expressions, values, timeoutMs, signal }): Promise<Evaluated<number | null>> {
      const task: EvaluationTask = { language: 'cel', sources: expressions, values, extra: languageOptions('cel') }
      const decided = await callPool(origin, task, { name: 'decide', timeoutMs, length: 'brief', signal })
      return decided.ok ? { ...decided, value: typeof decided.value === 'number' ? decided.value : null } : decided
    },
    async render({ texts, values, secrets, tainted = [], whole, timeoutMs, signal }): Promise<Evaluated<Rendered>> {
      const tracks = tainted.length > 0 || Object.keys(secrets).length > 0
      const extra = { secrets, whole, tracks, tainted: tainted.map((path) => [...path]) }
      const task: EvaluationTask = { language: 'liquid', sources: texts, values, extra }
      const filled = await callPool(origin, task, { name: 'run', timeoutMs, length: 'brief', signal })
      return filled.ok ? { ...filled, value: RenderAnswer.parse(filled.value) } : filled
    },
    async renderRecord({ texts, values, mark, tainted = [], whole, timeoutMs, signal }): Promise<Evaluated<Json[]>> {
      const extra = { mark, whole, tainted: tainted.map((path) => [...path]) }
      const task: EvaluationTask = { language: 'liquid', sources: texts, values, extra }
      const filled = await callPool(origin, task, { name: 'record', timeoutMs, length: 'brief', signal })
      return filled.ok ? { ...filled, value: RecordAnswer.parse(filled.value) } : filled
    },
    async check(language, source, isCase = false) {
      const task: EvaluationTask = {
        language,
        sources: [source],
        values: null,
        extra: languageOptions(language, isCase),
      }
      const checked = await callPool(origin, task, { name: 'check', timeoutMs: checkMs, length: 'brief' })
      if (checked.ok) return null
      // Liquid repeats the position at the end of its message.
      const message = checked.message.replace(/, line:\d+, col:\d+$/, '')
      return { code: checked.code, message, line: checked.line, column: checked.column }
    },
  }
}

/** Creates the sandbox of a process, with at most `size` threads (default: by number of cores). */
export function makeSandbox(log: Log, size?: number): Sandbox {
  const pool = makePool(log, size)
  const schemas = makeSchemaPool(log)
  const validateFor = makeSchemaValidator(schemas)
  const forCaller = (caller: SandboxCaller): Sandbox => ({
    ...sandbox,
    ...evaluations(pool, caller),
    validate: validateFor(caller),
  })
  const sandbox: Sandbox = {
    ...evaluations(pool, null),
    validate: validateFor(null),
    forStep: forCaller,
    forAccount: (account) => forCaller({ account, flow: null, onWaitChange: () => {} }),
    async close() {
      await Promise.all([pool.close(), schemas.close()])
    },
  }
  return sandbox
}
