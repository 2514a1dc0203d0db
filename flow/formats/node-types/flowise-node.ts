/** Maps Flowise nodes to our node types, by `data.name`, and their outputs. */
import {
  mapToAgent,
  mapToCondition,
  type MappedCase,
  mapTo,
  type MappedType,
  mapToReply,
  mapToTrigger,
} from '#flow/formats/shared/node-mapping.ts'
import { memoizedByRecord, type Port } from '#flow/formats/shared/outputs.ts'
import { plainText } from '#flow/formats/shared/rich-text.ts'
import { isRecord, type Json, type JsonRecord, listOf, recordOf, textOf } from '#lib/json/json.ts'

/** `anchor`: the handle of the port in the file. */
interface Anchor extends Port {
  anchor: string
}

/** Outputs in the order of the file. Nodes that offer a choice of outputs have only the selected one. */
export const flowiseOutputs = memoizedByRecord(outputsOf)

function outputsOf(item: JsonRecord): Anchor[] {
  const data = recordOf(item['data'])
  const id = textOf(item['id'])
  const anchors = listOf(data['outputAnchors']).filter(isRecord)
  const selectedOutput = (anchor: JsonRecord) => {
    const options = listOf(anchor['options']).filter(isRecord)
    if (options.length === 0) return [anchor]
    const isOpen = options.some((option) => option['isAnchor'] === true) || isForked(data)
    const name = textOf(recordOf(data['outputs'])[textOf(anchor['name'])]) || textOf(anchor['default'])
    const only = options.filter((option) => option['name'] === name)
    return isOpen || only.length === 0 ? options : only
  }
  const open = anchors.flatMap(selectedOutput)
  const conditions = caseTexts(data)
  return open.map((anchor) => {
    const handle = textOf(anchor['id'])
    const number = /^-output-(\d+)$/.exec(handle.slice(id.length))?.[1]
    if (number === undefined) return { anchor: handle, name: textOf(anchor['name']), label: textOf(anchor['label']) }
    const known = conditions === null || Number(number) < conditions.length
    return { anchor: handle, name: known ? `case_${number}` : 'else', label: textOf(anchor['label']) }
  })
}

/** Whether a node is a function that continues at one of two outputs. */
const isForked = (data: JsonRecord): boolean => data['name'] === 'ifElseFunction'

/** Labels and conditions of the numbered outputs; null if the outputs have names. */
function caseTexts(data: JsonRecord): Pick<MappedCase, 'label' | 'expression'>[] | null {
  const inputs = recordOf(data['inputs'])
  if (data['name'] === 'conditionAgentflow')
    return listOf(inputs['conditions']).map((item, index) => {
      const { value1, operation, value2 } = recordOf(item)
      const expression = [value1, operation, value2].map((part) => plainText(written(part))).join(' ')
      return { label: `${index}`, expression: expression.trim() }
    })
  if (data['name'] === 'conditionAgentAgentflow')
    return listOf(inputs['conditionAgentScenarios']).map((item) => {
      const label = plainText(textOf(recordOf(item)['scenario']))
      return { label, expression: '' }
    })
  return null
}

const written = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)

/** Numbered outputs with their conditions, or the named outputs of the node. */
function branches(data: JsonRecord): MappedType {
  const words = caseTexts(data)
  if (words !== null) {
    const cases = words.map((word, index) => ({ id: `case_${index}`, ...word }))
    return mapToCondition('flowise', cases, data['name'] === 'conditionAgentflow')
  }
  const ports = outputsOf({ id: data['id'] ?? '', data })
  return mapToCondition(
    'flowise',
    ports.map(({ name, label }) => ({ id: name, label: label || name, expression: '' })),
    false,
  )
}

/** Instructions of a node: its system message, else its first message or the text of the field `message`. */
function instructionsOf(inputs: JsonRecord, messages: string, message: string): string {
  const list = listOf(inputs[messages]).filter(isRecord)
  const system = list.find((item) => item['role'] === 'system') ?? list[0]
  return plainText(textOf(system?.['content']) || textOf(inputs[message]))
}

/** Field names are prefixed with the kind of node. */
function model(inputs: JsonRecord, kind: 'llm' | 'agent'): MappedType {
  const name = textOf(recordOf(inputs[`${kind}ModelConfig`])['modelName']) || textOf(inputs[`${kind}Model`])
  return mapToAgent(name, instructionsOf(inputs, `${kind}Messages`, `${kind}UserMessage`))
}

const startKinds: Readonly<Record<string, string>> = { chatInput: 'message', formInput: 'webhook' }

type Mapper = (inputs: JsonRecord, data: JsonRecord) => MappedType

const code: Mapper = (inputs) =>
  mapTo('code', {
    language: 'javascript',
    dialect: 'flowise',
    source: textOf(inputs['customFunctionJavascriptFunction']) || textOf(inputs['javascriptFunction']),
  })
const branch: Mapper = (_, data) => branches(data)
const prompted: Mapper = (inputs) =>
  mapToAgent('', plainText(textOf(inputs['systemMessagePrompt']) || textOf(inputs['systemMessage'])))
const subflow: Mapper = (inputs) =>
  mapTo('subflow', {
    flow: textOf(inputs['executeFlowSelectedFlow']) || textOf(inputs['selectedFlow']),
    wait: true,
  })
const note: Mapper = (inputs) => mapTo('note', { text: plainText(textOf(inputs['note'])) })

const mappers: ReadonlyMap<string, Mapper> = new Map<string, Mapper>([
  ['startAgentflow', (inputs) => mapToTrigger(startKinds[textOf(inputs['startInputType'])] ?? 'manual')],
  ['seqStart', () => mapToTrigger('message')],
  ['llmAgentflow', (inputs) => model(inputs, 'llm')],
  ['agentAgentflow', (inputs) => model(inputs, 'agent')],
  ['seqAgent', prompted],
  ['seqLLMNode', prompted],
  ['supervisor', prompted],
  ['worker', (inputs) => mapToAgent('', plainText(textOf(inputs['workerPrompt'])))],
  ['conditionAgentflow', branch],
  ['conditionAgentAgentflow', branch],
  ['seqCondition', branch],
  ['seqConditionAgent', branch],
  ['ifElseFunction', branch],
  ['customFunctionAgentflow', code],
  ['customFunction', code],
  ['seqCustomFunction', code],
  [
    'httpAgentflow',
    (inputs) => mapTo('api', { method: textOf(inputs['method']) || 'GET', url: plainText(textOf(inputs['url'])) }),
  ],
  ['directReplyAgentflow', (inputs) => mapToReply(plainText(textOf(inputs['directReplyMessage'])))],
  ['humanInputAgentflow', () => mapTo('wait', { event: 'reply' })],
  ['executeFlowAgentflow', subflow],
  ['seqExecuteFlow', subflow],
  ['executeFlow', subflow],
  ['stickyNote', note],
  ['stickyNoteAgentflow', note],
])

/** Maps `data` of a node. Agents of chatflows are recognised by their category, because there are many. */
export function flowiseNode(data: JsonRecord): MappedType {
  const name = textOf(data['name'])
  const inputs = recordOf(data['inputs'])
  const mapper = mappers.get(name)
  if (mapper !== undefined) return mapper(inputs, data)
  if (data['category'] === 'Agents') return prompted(inputs, data)
  return mapTo(name || textOf(data['type']) || 'unknown')
}
