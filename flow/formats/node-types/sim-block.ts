/** Maps Sim blocks to our node types, by type. Values are in `subBlocks.<field>.value`. */
import {
  mapToAgent,
  mapToCondition,
  type MappedCase,
  mapTo,
  type MappedType,
  mapToTrigger,
} from '#flow/formats/shared/node-mapping.ts'
import { isRecord, type Json, type JsonRecord, listOf, numberOf, recordOf, textOf } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'

type Values = (field: string) => Json | undefined
type Mapper = (values: Values) => MappedType

/** Maximum nesting of a list stored as JSON text. */
const depth = 50

/** Items of a list, which may be stored as JSON text. */
function parseList(value: Json | undefined): JsonRecord[] {
  if (typeof value !== 'string') return listOf(value).filter(isRecord)
  const parsed = parseJson(value, { depth })
  return parsed.ok ? listOf(parsed.value).filter(isRecord) : []
}

/** Cases of conditions and routes of routers, which have the same form: `{id, title, value}`. */
const casesOf = (value: Json | undefined): MappedCase[] =>
  parseList(value).map((item, index) => {
    const id = textOf(item['id']) || `case_${index}`
    return { id, label: textOf(item['title']) || id, expression: textOf(item['value']) }
  })

/** Instructions of an agent, from a separate field or the first system message. */
function instructionsOf(values: Values): string {
  const system = parseList(values('messages')).find((message) => message['role'] === 'system')
  return textOf(values('systemPrompt')) || textOf(system?.['content'])
}

/** Only schedules every few minutes and cron expressions are converted: other types spread over several fields. */
function schedule(values: Values): MappedType {
  const cron = textOf(values('cronExpression'))
  const zone = textOf(values('timezone')) || 'UTC'
  const minutes = numberOf(values('minutesInterval'))
  const kind = textOf(values('scheduleType'))
  if (kind === 'custom' && cron !== '') return mapToTrigger('schedule', { schedule: { cron, zone } })
  if (kind === 'minutes' && minutes !== null)
    return mapToTrigger('schedule', { schedule: { every_seconds: minutes * 60 } })
  return mapToTrigger('schedule')
}

const secondsPer: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }

function wait(values: Values): MappedType {
  const amount = numberOf(values('timeValue'))
  const unit = secondsPer[textOf(values('timeUnit')) || 'seconds']
  return mapTo('wait', amount !== null && unit !== undefined ? { seconds: amount * unit } : {})
}

const message: Mapper = () => mapToTrigger('message')
const webhook: Mapper = () => mapToTrigger('webhook')
const manual: Mapper = () => mapToTrigger('manual')
const modelCall: Mapper = (values) => mapToAgent(textOf(values('model')), instructionsOf(values))

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
  ['condition', (values) => mapToCondition('sim', casesOf(values('conditions')), false)],
  ['router', () => mapToCondition('sim', [], false)],
  ['router_v2', (values) => mapToCondition('sim', casesOf(values('routes')), false)],
  [
    'function',
    (values) =>
      mapTo('code', {
        language: textOf(values('language')) || 'javascript',
        dialect: 'sim',
        source: codeOf(values('code')),
      }),
  ],
  [
    'api',
    (values) => mapTo('api', { method: textOf(values('method')).toUpperCase() || 'GET', url: textOf(values('url')) }),
  ],
  ['workflow', (values) => mapTo('subflow', { flow: textOf(values('workflowId')), wait: true })],
  ['workflow_input', (values) => mapTo('subflow', { flow: textOf(values('workflowId')), wait: true })],
  ['wait', wait],
  ['human_in_the_loop', () => mapTo('wait', { event: 'reply' })],
  ['note', (values) => mapTo('note', { text: textOf(values('content')) })],
])

/** Code of a block: a text, or for several languages a list of `{content}`. */
const codeOf = (value: Json | undefined): string =>
  typeof value === 'string'
    ? value
    : listOf(value)
        .map((part) => textOf(recordOf(part)['content']))
        .join('\n')

/** Maps a block. An app block in trigger mode becomes a trigger. */
export function simBlock(block: JsonRecord): MappedType {
  const type = textOf(block['type'])
  const fields = recordOf(block['subBlocks'])
  const values: Values = (field) => recordOf(fields[field])['value']
  const own = mappers.get(type)?.(values)
  if (own === undefined && block['triggerMode'] === true) return mapToTrigger('other')
  return own ?? mapTo(type === '' ? 'unknown' : type)
}
