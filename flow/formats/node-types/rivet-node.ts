/** Maps Rivet nodes to our node types, by type. */
import { mapToAgent, mapToCondition, mapTo, type MappedType, mapToTrigger } from '#flow/formats/shared/node-mapping.ts'
import { type JsonRecord, listOf, numberOf, recordOf, textOf } from '#lib/json/json.ts'

/** `outputs`: case handles of the ports that are branches. */
interface MappedNode extends MappedType {
  outputs?: ReadonlyMap<string, string>
}

type Mapper = (data: JsonRecord) => MappedNode

const expression = (data: JsonRecord, fields: readonly string[]): string =>
  fields.map((field) => textOf(data[field])).find((text) => text !== '') ?? ''

const transform =
  (...fields: string[]): Mapper =>
  (data) =>
    mapTo('transform', { language: 'rivet', expression: expression(data, fields) })

/** An `if` node passes its value to one of two ports. */
const ifNode: Mapper = () => ({
  ...mapToCondition(
    'rivet',
    [
      { id: 'true', label: 'true', expression: '' },
      { id: 'false', label: 'false', expression: '' },
    ],
    false,
  ),
  outputs: new Map([
    ['output', 'true'],
    ['falseOutput', 'false'],
  ]),
})

/** A `match` node has one regular expression per case; "unmatched" is the output for all other values. */
const match: Mapper = (data) => {
  const cases = listOf(data['cases']).map((text, index) => ({
    id: `case_${index}`,
    label: textOf(text) || `${index + 1}`,
    expression: textOf(text),
  }))
  const ports = cases.map(({ id }, index): [string, string] => [`case${index + 1}`, id])
  return { ...mapToCondition('rivet', cases, true), outputs: new Map([...ports, ['unmatched', 'else']]) }
}

const model: Mapper = (data) => mapToAgent(textOf(data['model']), '')

const code: Mapper = (data) => mapTo('code', { language: 'javascript', dialect: 'rivet', source: textOf(data['code']) })

const delay: Mapper = (data) => {
  const milliseconds = numberOf(data['delay'])
  return mapTo('wait', milliseconds === null ? {} : { seconds: milliseconds / 1000 })
}

const mappers: ReadonlyMap<string, Mapper> = new Map<string, Mapper>([
  ['comment', (data) => mapTo('note', { text: textOf(data['text']) })],
  // Inputs of a graph, at which a run begins.
  ['graphInput', (data) => mapToTrigger('manual', { input: textOf(data['id']) })],
  ['webhook', () => mapToTrigger('webhook')],
  ['chat', model],
  ['chatAnthropic', model],
  ['chatGoogle', model],
  ['chatHuggingFace', model],
  ['llmChat', model],
  ['llmChatV2', model],
  ['if', ifNode],
  ['match', match],
  ['code', code],
  [
    'httpCall',
    (data) => mapTo('api', { method: textOf(data['method']).toUpperCase() || 'GET', url: textOf(data['url']) }),
  ],
  ['subGraph', (data) => mapTo('subflow', { flow: textOf(data['graphId']), wait: true })],
  ['callGraph', () => mapTo('subflow', { flow: '', wait: true })],
  ['userInput', () => mapTo('wait', { event: 'reply' })],
  ['delay', delay],
  ['text', transform('text')],
  ['prompt', transform('promptText')],
  ['object', transform('jsonTemplate')],
  ['extractObjectPath', transform('path')],
  ['extractRegex', transform('regex')],
  ['extractJson', transform('path')],
  ['extractYaml', transform('objectPath', 'rootPropertyName')],
  ['expression', transform('expression')],
  ['jinja', transform('template')],
])

export function rivetNode(item: JsonRecord): MappedNode {
  const type = textOf(item['type'])
  return mappers.get(type)?.(recordOf(item['data'])) ?? mapTo(type === '' ? 'unknown' : type)
}
