/** What a block of Sim is in our words, by its type. Values lie in `subBlocks.<field>.value`. */
import { agent, condition, type Case, mapped, type Mapped, trigger } from '#flow/formats/shared/node-mapping.ts'
import { isRecord, type Json, type JsonRecord, listOf, numberOf, recordOf, textOf } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'

type Values = (field: string) => Json | undefined
type Mapper = (values: Values) => Mapped

/** Depth of a table that is kept as text. */
const depth = 50

/** A list, also where it is kept as a text. */
function listIn(value: Json | undefined): JsonRecord[] {
  if (typeof value !== 'string') return listOf(value).filter(isRecord)
  const parsed = parseJson(value, { depth })
  return parsed.ok ? listOf(parsed.value).filter(isRecord) : []
}

/** Cases of conditions and routes of routers look the same: `{id, title, value}`. */
const casesOf = (value: Json | undefined): Case[] =>
  listIn(value).map((item, index) => {
    const id = textOf(item['id']) || `case_${index}`
    return { id, label: textOf(item['title']) || id, expression: textOf(item['value']) }
  })

/** The instructions of an agent: a field of their own, or the first message of the system. */
function instructionsOf(values: Values): string {
  const system = listIn(values('messages')).find((message) => message['role'] === 'system')
  return textOf(values('systemPrompt')) || textOf(system?.['content'])
}

/** Fields of a schedule differ by its type; only minutes and an expression of one's own say it in one. */
function schedule(values: Values): Mapped {
  const cron = textOf(values('cronExpression'))
  const zone = textOf(values('timezone')) || 'UTC'
  const minutes = numberOf(values('minutesInterval'))
  const kind = textOf(values('scheduleType'))
  if (kind === 'custom' && cron !== '') return trigger('schedule', { schedule: { cron, zone } })
  if (kind === 'minutes' && minutes !== null) return trigger('schedule', { schedule: { every_seconds: minutes * 60 } })
  return trigger('schedule')
}

const secondsPer: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }

function wait(values: Values): Mapped {
  const amount = numberOf(values('timeValue'))
  const unit = secondsPer[textOf(values('timeUnit')) || 'seconds']
  return mapped('wait', amount !== null && unit !== undefined ? { seconds: amount * unit } : {})
}

const message: Mapper = () => trigger('message')
const webhook: Mapper = () => trigger('webhook')
const manual: Mapper = () => trigger('manual')
const modelCall: Mapper = (values) => agent(textOf(values('model')), instructionsOf(values))

const mappers: ReadonlyMap<string, Mapper> = new Map<string, Mapper>([
  ['starter', manual],
  ['start_trigger', manual],
  ['manual_trigger', manual],
  ['input_trigger', manual],
  ['chat_trigger', message],
  ['api_trigger', webhook],
  ['webhook', webhook],
  ['generic_webhook', webhook],
  ['schedule', schedule],
  ['agent', modelCall],
  ['evaluator', modelCall],
  ['condition', (values) => condition('sim', casesOf(values('conditions')), false)],
  ['router', () => condition('sim', [], false)],
  ['router_v2', (values) => condition('sim', casesOf(values('routes')), false)],
  [
    'function',
    (values) =>
      mapped('code', {
        language: textOf(values('language')) || 'javascript',
        dialect: 'sim',
        source: codeOf(values('code')),
      }),
  ],
  [
    'api',
    (values) => mapped('api', { method: textOf(values('method')).toUpperCase() || 'GET', url: textOf(values('url')) }),
  ],
  ['workflow', (values) => mapped('subflow', { flow: textOf(values('workflowId')), wait: true })],
  ['workflow_input', (values) => mapped('subflow', { flow: textOf(values('workflowId')), wait: true })],
  ['wait', wait],
  ['human_in_the_loop', () => mapped('wait', { event: 'reply' })],
  ['note', (values) => mapped('note', { text: textOf(values('content')) })],
])

/** Code in several languages is a list of `{content}`. */
const codeOf = (value: Json | undefined): string =>
  typeof value === 'string'
    ? value
    : listOf(value)
        .map((part) => textOf(recordOf(part)['content']))
        .join('\n')

/** A block of an app that is switched to start the flow is a trigger, whatever else it can do. */
export function simBlock(block: JsonRecord): Mapped {
  const type = textOf(block['type'])
  const fields = recordOf(block['subBlocks'])
  const values: Values = (field) => recordOf(fields[field])['value']
  const own = mappers.get(type)?.(values)
  if (own === undefined && block['triggerMode'] === true) return trigger('other')
  return own ?? mapped(type === '' ? 'unknown' : type)
}
