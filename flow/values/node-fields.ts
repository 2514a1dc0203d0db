/**
 * The values of each node type that can be changed. Code, expressions, branches and references to other objects are not
 * among them: they are the structure of a flow. Source: docs/engine.md, "Nodes".
 */
import type { Node } from '#contract/flow.ts'
import { kindOf, type NodeKind } from '#flow/node-kind.ts'
import { isRecord, numberOf, type JsonRecord } from '#lib/json/json.ts'
import type { DeclaredField, FieldRule } from './value-field.ts'

const minute = 60
/** The limits of the engine: of one attempt, of a request, of code, of a wait, and of retries. */
const maxAttemptMs = 3_600_000
const maxCallMs = 600_000
const maxCodeMs = 60_000
const maxWaitSeconds = 366 * 24 * 60 * minute
const maxRetries = 20
const maxPauseMs = 60_000
const maxModelCalls = 32
const maxOutputTokens = 1_000_000
const maxTemperature = 2

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const

const field = (path: string, label: string, rule: FieldRule): DeclaredField => ({
  path: ['config', ...path.split('.')],
  label,
  ...rule,
})

const milliseconds = (max: number): FieldRule => ({
  kind: 'duration',
  unit: 'ms',
  min: 1,
  max,
  isWhole: true,
  isOptional: true,
})

/** A time that a template may compute. */
const waitTime: FieldRule = { kind: 'duration', unit: 's', min: 0, max: maxWaitSeconds, allowsTemplate: true }

function scheduleFields({ schedule }: JsonRecord): DeclaredField[] {
  const cron: FieldRule = { kind: 'cron' }
  if (typeof schedule === 'string') return [field('schedule', 'Schedule', cron)]
  const isInterval =
    isRecord(schedule) && (schedule['cron'] ?? '') === '' && numberOf(schedule['every_seconds']) !== null
  if (isInterval) return [field('schedule.every_seconds', 'Every', { kind: 'interval', unit: 's' })]
  return [
    field('schedule.cron', 'Schedule', cron),
    field('schedule.zone', 'Time zone', { kind: 'time zone', isOptional: true }),
  ]
}

const pairs = (path: string, label: string, areHeaders: boolean) =>
  field(path, label, { kind: 'pairs', isOptional: true, areHeaders })

function apiFields({ tool, config }: Node): DeclaredField[] {
  const isText = typeof config['body'] === 'string'
  const body = isText ? [field('body', 'Body', { kind: 'long text', allowsEmpty: true })] : []
  const own = [pairs('query', 'Query', false), pairs('headers', 'Headers', true), ...body]
  // Address and credentials of a tool cannot be changed by a node.
  if (tool !== null) return own
  const auth = isRecord(config['auth']) ? config['auth'] : {}
  const labels = { header: 'Credentials: header', user: 'Credentials: user', secret: 'Credentials: secret' }
  return [
    field('method', 'Method', { kind: 'choice', options: methods }),
    field('url', 'URL', { kind: 'url' }),
    ...own,
    ...Object.entries(labels).flatMap(([key, label]) =>
      typeof auth[key] === 'string' ? [field(`auth.${key}`, label, { kind: 'text' })] : [],
    ),
  ]
}

const agentFields = ({ tool }: Node): DeclaredField[] => [
  field('model', 'Model', { kind: 'model', isOptional: true }),
  field('instructions', 'Instructions', { kind: 'long text', isOptional: tool !== null }),
  field('temperature', 'Temperature', { kind: 'number', min: 0, max: maxTemperature, isOptional: true }),
  field('max_tokens', 'Maximum output tokens', {
    kind: 'number',
    min: 1,
    max: maxOutputTokens,
    isWhole: true,
    isOptional: true,
  }),
  field('max_steps', 'Maximum model calls', {
    kind: 'number',
    min: 1,
    max: maxModelCalls,
    isWhole: true,
    isOptional: true,
  }),
]

function waitFields({ event, until }: JsonRecord): DeclaredField[] {
  if ((event ?? null) !== null)
    return [
      field('event', 'Wait for', { kind: 'choice', options: ['reply', 'webhook'] }),
      field('timeout_s', 'Wait at most', { ...waitTime, isOptional: true }),
    ]
  return (until ?? null) === null
    ? [field('seconds', 'Wait', waitTime)]
    : [field('until', 'Wait until', { kind: 'text' })]
}

const subflowFields: readonly DeclaredField[] = [
  field('wait', 'Wait for the result', { kind: 'boolean', isOptional: true, fallback: true }),
  field('timeout_s', 'Wait at most', {
    kind: 'duration',
    unit: 's',
    min: 1,
    max: maxWaitSeconds,
    isOptional: true,
  }),
]

function ownFields(node: Node, kind: NodeKind): readonly DeclaredField[] {
  switch (kind) {
    case 'trigger':
      return node.config['kind'] === 'schedule' ? scheduleFields(node.config) : []
    case 'api':
      return apiFields(node)
    case 'agent':
      return agentFields(node)
    case 'message':
      return [field('text', 'Text', { kind: 'long text' })]
    case 'wait':
      return waitFields(node.config)
    case 'subflow':
      return subflowFields
    case 'note':
      return [field('text', 'Text', { kind: 'long text', allowsEmpty: true })]
    default:
      return []
  }
}

/** Longest time limit of an attempt in ms, by node type; the types whose steps take long enough for one. */
const timeLimits: Partial<Record<NodeKind, number>> = {
  api: maxCallMs,
  code: maxCodeMs,
  agent: maxAttemptMs,
  message: maxAttemptMs,
}

/** Types whose `timeout_s` limits a wait instead of an attempt. */
const waits: ReadonlySet<NodeKind> = new Set(['wait', 'subflow'])

/** Time limit and retries, which every step takes; those of quick types only if they are given. */
function attemptFields({ config }: Node, kind: NodeKind): DeclaredField[] {
  const limit = timeLimits[kind]
  const has = (key: string): boolean => (config[key] ?? null) !== null
  const found: DeclaredField[] = []
  if (has('timeout_s') && !has('timeout_ms')) {
    const max = Math.floor((limit ?? maxAttemptMs) / 1000)
    if (!waits.has(kind))
      found.push(field('timeout_s', 'Time limit', { kind: 'duration', unit: 's', min: 1, max, isOptional: true }))
  } else if (limit !== undefined || has('timeout_ms'))
    found.push(field('timeout_ms', 'Time limit', milliseconds(limit ?? maxAttemptMs)))
  if (limit !== undefined || has('retry'))
    found.push(
      field('retry.times', 'Retries', { kind: 'number', min: 0, max: maxRetries, isWhole: true, isOptional: true }),
      field('retry.wait_ms', 'First pause before a retry', { ...milliseconds(maxPauseMs), min: 0 }),
    )
  return found
}

/** Fields of our own types; none for a type of another product. */
export function nodeFields(node: Node): DeclaredField[] {
  const kind = kindOf(node.type)
  if (kind === 'group') return []
  const own = ownFields(node, kind)
  if (kind === 'note') return [...own]
  const disabled: DeclaredField = { path: ['disabled'], label: 'Disabled', kind: 'boolean' }
  return kind === 'unknown' ? [disabled] : [...own, ...attemptFields(node, kind), disabled]
}
