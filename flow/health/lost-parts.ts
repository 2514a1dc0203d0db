/** Parts of a step of another product that its reader does not convert, and without which the step does other things. */
import type { Node } from '#contract/flow.ts'
import { originalSettings } from '#flow/foreign-summary.ts'
import { isRecord, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'

/** `field`: of our config, which the original's fields would fill. */
interface Part {
  word: string
  field: string
  originals: readonly string[]
}

const requestParts: readonly Part[] = [
  { word: 'query', field: 'query', originals: ['params', 'queryParams', 'query_params', 'jsonQuery'] },
  {
    word: 'headers',
    field: 'headers',
    originals: ['headers', 'jsonHeaders', 'headerParametersJson', 'headerParametersUi', 'useHeadersInput'],
  },
  {
    word: 'body',
    field: 'body',
    originals: [
      'body',
      'jsonBody',
      'bodyParameters',
      'bodyParametersJson',
      'bodyParametersUi',
      'formData',
      'useBodyInput',
    ],
  },
  {
    word: 'credentials',
    field: 'auth',
    originals: ['authentication', 'authorization', 'authType', 'credential', 'credentials'],
  },
]

const agentParts: readonly Part[] = [{ word: 'tools', field: 'tools', originals: ['tools', 'agentTools'] }]

const subflowParts: readonly Part[] = [
  {
    word: 'input',
    field: 'input',
    originals: ['workflowInputs', 'inputMapping', 'executeFlowInput', 'input_transforms'],
  },
]

const partsOfType: Readonly<Record<string, readonly Part[]>> = {
  api: requestParts,
  agent: agentParts,
  subflow: subflowParts,
}

/** Words for "nothing" in settings of other products. */
const nothing = /^\s*(?:none|no-auth|no_auth|ignore|)\s*$/i

/** Whether a setting says something. Tables have empty rows with ids, and forms keep values as `{value: …}`. */
function hasContent(value: Json | undefined): boolean {
  if (typeof value === 'string') return !nothing.test(value)
  if (Array.isArray(value)) return value.some(hasContent)
  if (!isRecord(value)) return value === true || typeof value === 'number'
  if ('value' in value) return hasContent(value['value'])
  if (typeof value['type'] === 'string' && nothing.test(value['type'])) return false
  return Object.entries(value).some(([key, part]) => key !== 'id' && key !== 'type' && hasContent(part))
}

/** Fields of an original that hold what is said to a model. */
const promptFields = [
  'text',
  'prompt',
  'prompt_template',
  'messages',
  'systemPrompt',
  'userPrompt',
  'systemMessage',
  'agentMessages',
  'agentUserMessage',
  'llmMessages',
  'llmUserMessage',
  'system_prompt',
  'user_message',
  'query',
  'query_prompt_template',
]

/** Texts of a prompt: of a field, of `{value}`, or of messages with a role. */
function promptTexts(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(promptTexts)
  return isRecord(value) ? ['value', 'text', 'content'].flatMap((field) => promptTexts(value[field])) : []
}

/** Letters and digits: readers remove HTML. */
const lettersOf = (text: string): string => text.replaceAll(/<\/?[a-z]\w*(?:\s[^>]*)?>|[^\p{L}\p{N}]/giu, '')

/** Whether the original says more to its model than the instructions do. */
function losesPrompt({ config }: Node, settings: readonly JsonRecord[]): boolean {
  const instructions = lettersOf(textOf(config['instructions']))
  const texts = settings.flatMap((record) => promptFields.flatMap((field) => promptTexts(record[field])))
  return texts.some((text) => !instructions.includes(lettersOf(text)))
}

/** Whether Node-RED sends the message with the request. */
const sendsMessage = ({ type, method, paytoqs }: JsonRecord): boolean =>
  type === 'http request' && (!['GET', 'HEAD', 'use'].includes(textOf(method) || 'GET') || hasContent(paytoqs))

/** Readers give every agent a list of tools, which is empty. */
const isGiven = (value: Json | undefined): boolean =>
  value !== undefined && !(Array.isArray(value) && value.length === 0)

/** Names of the lost parts of a converted step: "headers", "body". */
export function lostParts(node: Node): string[] {
  const { type, tool, config } = node
  const parts = Object.hasOwn(partsOfType, type) ? partsOfType[type] : undefined
  if (parts === undefined || tool !== null) return []
  const original = recordOf(config['original'])
  const value = recordOf(original['value'])
  const settings = [
    ...originalSettings(original),
    recordOf(recordOf(original['data'])['agent_parameters']),
    value,
    recordOf(value['input_transforms']),
  ]
  const lost = parts
    .filter(({ field }) => !isGiven(config[field]))
    .filter(({ originals }) => settings.some((record) => originals.some((name) => hasContent(record[name]))))
    .map(({ word }) => word)
  if (type === 'api' && sendsMessage(original) && config['body'] === undefined && !lost.includes('body'))
    lost.push('body')
  if (type === 'agent' && losesPrompt(node, settings)) lost.push('prompt')
  return lost
}
