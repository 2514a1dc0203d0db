/**
 * Maps Kestra tasks and triggers to our node types, by the last part of the class name, because packages changed
 * between versions.
 */
import { mapToAgent, mapTo, type MappedType, mapToTrigger } from '#flow/formats/shared/node-mapping.ts'
import { isRecord, type Json, type JsonRecord, listOf, textOf } from '#lib/json/json.ts'

const classOf = (type: string): string => type.slice(type.lastIndexOf('.') + 1)
const isKestraType = (type: string): boolean => type.startsWith('io.kestra.')

/** Order of the child tasks: by `dependsOn`, in parallel, or sequential. */
export function executionOrder(type: string): 'dag' | 'side by side' | 'sequence' {
  const name = classOf(type)
  return name === 'Dag' ? 'dag' : name === 'Parallel' || name === 'EachParallel' ? 'side by side' : 'sequence'
}

const unitSeconds: Readonly<Record<string, number>> = { D: 86_400, H: 3600, M: 60, S: 1 }

/** Seconds of an ISO 8601 duration such as "PT1H30M"; null for anything else. */
function secondsOf(duration: Json | undefined): number | null {
  const parts = /^P(?:(\d{1,6})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?$/.exec(
    textOf(duration),
  )
  if (parts === null || parts.slice(1).every((part) => part === undefined)) return null
  return ['D', 'H', 'M', 'S'].reduce(
    (sum, unit, index) => sum + Number(parts[index + 1] ?? 0) * (unitSeconds[unit] ?? 0),
    0,
  )
}

type Mapper = (item: JsonRecord) => MappedType

/** A pause ends after a duration, or when a person resumes it. */
const wait: Mapper = (item) => {
  const seconds = secondsOf(item['delay'] ?? item['pauseDuration'] ?? item['duration'])
  return mapTo('wait', seconds === null ? { event: 'reply' } : { seconds })
}

const subflow: Mapper = ({ flowId, wait: waits }) => mapTo('subflow', { flow: textOf(flowId), wait: waits !== false })

const request: Mapper = ({ method, uri, url }) =>
  mapTo('api', { method: textOf(method).toUpperCase() || 'GET', url: textOf(uri) || textOf(url) })

const transform: Mapper = ({ format, values, from }) =>
  mapTo('transform', { language: 'pebble', expression: text(format ?? values ?? from) })

const text = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)

/** A script whose language is in its type: "io.kestra.plugin.scripts.python.Script". Commands are shell lines. */
function script(item: JsonRecord): MappedType {
  const type = textOf(item['type'])
  const commands = listOf(item['commands']).filter((line) => typeof line === 'string')
  const language = type.split('.').at(-2) ?? ''
  return mapTo('code', { language, dialect: 'kestra', source: textOf(item['script']) || commands.join('\n') })
}

const model: Mapper = (item) => {
  const provider = isRecord(item['provider']) ? item['provider'] : {}
  const instructions = textOf(item['systemMessage']) || textOf(item['prompt'])
  return mapToAgent(textOf(item['model']) || textOf(provider['modelName']), instructions)
}

const mappers: ReadonlyMap<string, Mapper> = new Map<string, Mapper>([
  ['Request', request],
  ['Return', transform],
  ['OutputValues', transform],
  ['Pause', wait],
  ['Sleep', wait],
  ['Subflow', subflow],
  ['ForEachItem', subflow],
  ['Script', script],
  ['Commands', script],
  ['AIAgent', model],
  ['ChatCompletion', model],
])

/** Former type of Subflow, with its package, because triggers and conditions are also named "Flow". */
const legacy = 'io.kestra.core.tasks.flows.Flow'

export function kestraTask(item: JsonRecord): MappedType {
  const type = textOf(item['type'])
  if (type === legacy) return subflow(item)
  return (isKestraType(type) ? mappers.get(classOf(type))?.(item) : undefined) ?? mapTo(type === '' ? 'unknown' : type)
}

/** Maps an entry of the flow's list of triggers. */
export function kestraTrigger(item: JsonRecord): MappedType {
  const name = classOf(textOf(item['type']))
  const cron = textOf(item['cron'])
  if (name === 'Webhook') return mapToTrigger('webhook')
  if (name !== 'Schedule') return mapToTrigger('other')
  return cron === ''
    ? mapToTrigger('schedule')
    : mapToTrigger('schedule', { schedule: { cron, zone: textOf(item['timezone']) || 'UTC' } })
}
