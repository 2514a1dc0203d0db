/** Maps Dify nodes to our node types, by `data.type`. */
import {
  mapToAgent,
  mapToCondition,
  type MappedCase,
  mapTo,
  type MappedType,
  mapToReply,
  mapToTrigger,
} from '#flow/formats/shared/node-mapping.ts'
import { isRecord, type Json, type JsonRecord, listOf, recordOf, textOf } from '#lib/json/json.ts'

type Mapper = (data: JsonRecord) => MappedType

/** Text of a value: "172….text" for the reference `["172…", "text"]`, JSON for other values that are not text. */
const word = (value: Json | undefined): string =>
  value === undefined || value === null
    ? ''
    : Array.isArray(value) && value.every((part) => typeof part === 'string')
      ? value.join('.')
      : typeof value === 'string'
        ? value
        : JSON.stringify(value)

function conditionsText(conditions: Json | undefined, operator: Json | undefined): string {
  const lines = listOf(conditions)
    .filter(isRecord)
    .map((item) =>
      [word(item['variable_selector']), textOf(item['comparison_operator']), word(item['value'])]
        .filter((part) => part !== '')
        .join(' '),
    )
  return lines.join(operator === 'or' ? ' or ' : ' and ')
}

/** Cases exist since version 0.1.1; before, there was a single list of conditions with the case "true". */
function ifElse(data: JsonRecord): MappedType {
  const cases = listOf(data['cases']).filter(isRecord)
  const list = cases.map((item, index): MappedCase => {
    const id = textOf(item['case_id']) || textOf(item['id']) || 'true'
    const label = cases.length === 1 ? 'if' : index === 0 ? 'if' : `else if ${index}`
    return { id, label, expression: conditionsText(item['conditions'], item['logical_operator']) }
  })
  const old: MappedCase = {
    id: 'true',
    label: 'if',
    expression: conditionsText(data['conditions'], data['logical_operator']),
  }
  return mapToCondition('dify', list.length === 0 ? [old] : list, true)
}

function classifier(data: JsonRecord): MappedType {
  const cases = listOf(data['classes'])
    .filter(isRecord)
    .map((item): MappedCase => {
      const id = textOf(item['id'])
      return { id, label: textOf(item['name']) || id, expression: '' }
    })
  return mapToCondition('dify', cases, false)
}

const modelOf = (data: JsonRecord): string => textOf(recordOf(data['model'])['name'])

function llm(data: JsonRecord): MappedType {
  const template = data['prompt_template']
  const prompts = [...listOf(template), ...(isRecord(template) ? [template] : [])].filter(isRecord)
  const system = prompts.find((prompt) => prompt['role'] === 'system') ?? prompts[0]
  return mapToAgent(modelOf(data), textOf(system?.['text']))
}

function difyAgent(data: JsonRecord): MappedType {
  const parameters = recordOf(data['agent_parameters'])
  const value = (key: string) => recordOf(parameters[key])['value']
  return mapToAgent(textOf(recordOf(value('model'))['model']), textOf(value('instruction')))
}

function assigner(data: JsonRecord): MappedType {
  const lines = listOf(data['items'])
    .filter(isRecord)
    .map((item) =>
      [word(item['variable_selector']), textOf(item['operation']), word(item['value'])]
        .filter((part) => part !== '')
        .join(' '),
    )
  const old = `${word(data['assigned_variable_selector'])} = ${word(data['input_variable_selector'])}`
  return mapTo('transform', { language: 'dify', expression: lines.length === 0 ? old : lines.join('\n') })
}

const aggregator: Mapper = ({ variables }) =>
  mapTo('transform', { language: 'dify', expression: listOf(variables).map(word).join(' ?? ') })

const mappers: ReadonlyMap<string, Mapper> = new Map<string, Mapper>([
  ['trigger-webhook', ({ method }) => mapToTrigger('webhook', { method: textOf(method).toUpperCase() })],
  [
    'trigger-schedule',
    ({ cron_expression: cron, timezone }) =>
      textOf(cron) === ''
        ? mapToTrigger('schedule')
        : mapToTrigger('schedule', { schedule: { cron: textOf(cron), zone: textOf(timezone) || 'UTC' } }),
  ],
  ['trigger-plugin', () => mapToTrigger('other')],
  ['datasource', () => mapToTrigger('other')],
  ['if-else', ifElse],
  ['question-classifier', classifier],
  ['llm', llm],
  ['agent', difyAgent],
  ['parameter-extractor', (data) => mapToAgent(modelOf(data), textOf(data['instruction']))],
  [
    'code',
    ({ code_language: language, code }) =>
      mapTo('code', { language: textOf(language), dialect: 'dify', source: textOf(code) }),
  ],
  ['template-transform', ({ template }) => mapTo('transform', { language: 'jinja2', expression: textOf(template) })],
  [
    'http-request',
    ({ method, url }) => mapTo('api', { method: textOf(method).toUpperCase() || 'GET', url: textOf(url) }),
  ],
  ['answer', ({ answer }) => mapToReply(textOf(answer))],
  ['assigner', assigner],
  ['variable-assigner', aggregator],
  ['variable-aggregator', aggregator],
  ['human-input', () => mapTo('wait', { event: 'reply' })],
])

/** `isChat`: whether messages start the app; otherwise a person or a program does. */
export function difyNode(type: string, data: JsonRecord, isChat: boolean): MappedType {
  if (type === 'start') return mapToTrigger(isChat ? 'message' : 'manual')
  return mappers.get(type)?.(data) ?? mapTo(type === '' ? 'unknown' : type)
}
