/** Maps Langflow components to our node types, by `data.type`. Values are in `data.node.template.<field>.value`. */
import {
  mapToAgent,
  mapToCondition,
  mapTo,
  type MappedType,
  mapToReply,
  mapToTrigger,
} from '#flow/formats/shared/node-mapping.ts'
import { type Json, type JsonRecord, listOf, recordOf, textOf } from '#lib/json/json.ts'

type Values = (field: string) => Json | undefined
type Mapper = (values: Values) => MappedType

const text = (value: Json | undefined): string => (Array.isArray(value) ? textOf(value[0]) : textOf(value))

const model: Mapper = (values) =>
  mapToAgent(text(values('model_name')) || text(values('model')), text(values('system_message')))

const router: Mapper = (values) => {
  const expression = [values('input_text'), values('operator'), values('match_text')].map(text).join(' ').trim()
  const cases = [
    { id: 'true_result', label: 'true', expression },
    { id: 'false_result', label: 'false', expression: '' },
  ]
  return mapToCondition('langflow', cases, false)
}

const prompt: Mapper = (values) => mapTo('transform', { language: 'langflow', expression: text(values('template')) })

const mappers: ReadonlyMap<string, Mapper> = new Map<string, Mapper>([
  ['ChatInput', () => mapToTrigger('message')],
  ['Webhook', () => mapToTrigger('webhook')],
  ['ChatOutput', () => mapToReply('')],
  ['Agent', (values) => mapToAgent(text(values('model_name')), text(values('system_prompt')))],
  ['LanguageModelComponent', model],
  ['LanguageModel', model],
  ['ConditionalRouter', router],
  ['Prompt', prompt],
  ['Prompt Template', prompt],
  ['APIRequest', (values) => mapTo('api', { method: text(values('method')) || 'GET', url: apiUrl(values) })],
  ['RunFlow', (values) => mapTo('subflow', { flow: text(values('flow_name_selected')), wait: true })],
  ['SubFlow', (values) => mapTo('subflow', { flow: text(values('flow_name')), wait: true })],
  [
    'PythonREPLComponent',
    (values) => mapTo('code', { language: 'python', dialect: 'langflow', source: text(values('python_code')) }),
  ],
  [
    'PythonFunction',
    (values) => mapTo('code', { language: 'python', dialect: 'langflow', source: text(values('function_code')) }),
  ],
])

const apiUrl = (values: Values): string => text(values('url_input')) || text(values('urls')) || text(values('url'))

/**
 * Matches model components, which all vendors name alike: "OpenAIModel", "AnthropicModel". Embedding models are
 * excluded, because they produce no text.
 */
const isModel = (type: string, node: JsonRecord): boolean =>
  /Model(?:Component)?$/.test(type) && listOf(node['base_classes']).includes('Message')

/** Maps `data` of a node. */
export function langflowNode(data: JsonRecord, isNote: boolean): MappedType {
  const node = recordOf(data['node'])
  const template = recordOf(node['template'])
  if (isNote) {
    const colour = textOf(template['backgroundColor'])
    return mapTo('note', { text: textOf(node['description']), ...(colour === '' ? {} : { colour }) })
  }
  const type = textOf(data['type'])
  const values: Values = (field) => recordOf(template[field])['value']
  const mapper = mappers.get(type) ?? (isModel(type, node) ? model : undefined)
  return mapper?.(values) ?? mapTo(type === '' ? 'unknown' : type)
}
