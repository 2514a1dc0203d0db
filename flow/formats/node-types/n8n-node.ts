/**
 * Maps n8n nodes to our node types: type, config, and names of outputs. Nodes without an equivalent keep their
 * type.
 */
import { parseJson } from '#lib/json/safe-json.ts'
import { isRecord, type Json, type JsonRecord, listOf, numberOf, recordOf, textOf } from '#lib/json/json.ts'

export interface MappedNode {
  type: string
  config: JsonRecord
  /** Names of the `main` outputs, in n8n's order. */
  outputs: string[]
}

type Mapper = (parameters: JsonRecord, source: JsonRecord) => MappedNode

const oneOutput = (type: string, config: JsonRecord): MappedNode => ({ type, config, outputs: ['out'] })
const trigger =
  (kind: string): Mapper =>
  () =>
    oneOutput('trigger', { kind })

/** n8n writes expressions as "={{ … }}"; the equals sign is not part of the text. */
const plainText = (value: Json | undefined): string =>
  typeof value === 'string'
    ? value.replace(/^=/, '')
    : value === undefined || value === null
      ? ''
      : JSON.stringify(value)

/**
 * Conditions of one branch as readable text: "{{ $json.status }} equals success and …". It is not executable CEL.
 */
function conditionText(value: Json | undefined): string {
  const group = recordOf(value)
  const parts = listOf(group['conditions'])
    .filter(isRecord)
    .map((condition) => {
      const operation = textOf(recordOf(condition['operator'])['operation'])
      return [plainText(condition['leftValue']), operation, plainText(condition['rightValue'])]
        .filter((part) => part !== '')
        .join(' ')
    })
  return parts.join(textOf(group['combinator']) === 'or' ? ' or ' : ' and ')
}

const ifNode: Mapper = (parameters) => ({
  type: 'condition',
  config: {
    language: 'n8n',
    cases: [
      { id: 'true', label: 'true', expression: conditionText(parameters['conditions']) },
      { id: 'false', label: 'false', expression: '' },
    ],
    else: false,
  },
  outputs: ['true', 'false'],
})

const filterNode: Mapper = (parameters) => ({
  type: 'condition',
  config: {
    language: 'n8n',
    cases: [{ id: 'true', label: 'kept', expression: conditionText(parameters['conditions']) }],
    else: false,
  },
  outputs: ['true'],
})

/**
 * Rules are in `rules.values` (since version 3) or `rules.rules`. In "expression" mode the node has only a number of
 * outputs.
 */
const switchNode: Mapper = (parameters) => {
  const rules = recordOf(parameters['rules'])
  const written = [...listOf(rules['values']), ...listOf(rules['rules'])].filter(isRecord)
  const cases = written.map((rule, index) => {
    const expression = 'conditions' in rule ? conditionText(rule['conditions']) : plainText(rule['value2'])
    const label = textOf(rule['outputKey'])
    return { id: `case_${index}`, label: label === '' ? `${index}` : label, expression }
  })
  const outputCount = numberOf(parameters['numberOutputs']) ?? numberOf(parameters['outputsAmount']) ?? 0
  for (let index = cases.length; written.length === 0 && index < Math.min(outputCount, maxOutputs); index += 1) {
    cases.push({ id: `case_${index}`, label: `${index}`, expression: '' })
  }
  const hasElse =
    recordOf(parameters['options'])['fallbackOutput'] === 'extra' || parameters['fallbackOutput'] === 'extra'
  return {
    type: 'condition',
    config: { language: 'n8n', cases, else: hasElse },
    outputs: [...cases.map((item) => item.id), ...(hasElse ? ['else'] : [])],
  }
}
/** Maximum number of outputs, because a file may claim any number. */
const maxOutputs = 100

/** Converts `{parameters: [{name, value}]}` to an object. */
function pairsOf(value: Json | undefined): JsonRecord {
  const pairs: JsonRecord = {}
  for (const pair of listOf(recordOf(value)['parameters']).filter(isRecord)) {
    const name = textOf(pair['name'])
    if (name !== '' && name !== '__proto__') pairs[name] = plainText(pair['value'])
  }
  return pairs
}

/** Maximum nesting of JSON in a text field. */
const depth = 50

/**
 * JSON of a text field: its value, or the text if an expression keeps it from being JSON; undefined if it is neither.
 */
function jsonField(value: Json | undefined): Json | undefined {
  const text = plainText(value).trim()
  if (text === '') return undefined
  const parsed = parseJson(text, { depth })
  return parsed.ok ? parsed.value : text.includes('{{') ? text : undefined
}

/** Body of a request as JSON, which is what n8n sends unless it says otherwise; undefined for other content. */
function bodyOf(parameters: JsonRecord): Json | undefined {
  if (parameters['sendBody'] !== true || !['', 'json'].includes(textOf(parameters['contentType']))) return undefined
  if (parameters['specifyBody'] === 'json') return jsonField(parameters['jsonBody'])
  const pairs = pairsOf(parameters['bodyParameters'])
  return Object.keys(pairs).length > 0 ? pairs : undefined
}

/** Headers in a list, or as JSON whose values are texts. */
function headersOf(parameters: JsonRecord): JsonRecord {
  if (parameters['specifyHeaders'] !== 'json') return pairsOf(parameters['headerParameters'])
  const headers = jsonField(parameters['jsonHeaders'])
  return isRecord(headers) && Object.values(headers).every((value) => typeof value === 'string') ? headers : {}
}

const httpRequest: Mapper = (parameters) => {
  const method = textOf(parameters['method']) || textOf(parameters['requestMethod']) || 'GET'
  const config: JsonRecord = { method: method.toUpperCase(), url: plainText(parameters['url']) }
  const headers = headersOf(parameters)
  const query = pairsOf(parameters['queryParameters'])
  if (Object.keys(headers).length > 0) config['headers'] = headers
  if (Object.keys(query).length > 0) config['query'] = query
  const body = bodyOf(parameters)
  if (body !== undefined) config['body'] = body
  return oneOutput('api', config)
}

const code: Mapper = (parameters) => {
  const isPython = parameters['language'] === 'python' || parameters['language'] === 'pythonNative'
  const source = textOf(parameters[isPython ? 'pythonCode' : 'jsCode']) || textOf(parameters['functionCode'])
  return oneOutput('code', { language: isPython ? 'python' : 'javascript', dialect: 'n8n', source })
}

const setNode: Mapper = (parameters) => {
  const fields = listOf(recordOf(parameters['assignments'])['assignments']).filter(isRecord)
  const expression = fields.map((field) => `${textOf(field['name'])} = ${plainText(field['value'])}`).join('\n')
  return oneOutput('transform', { language: 'n8n', expression: expression || plainText(parameters['jsonOutput']) })
}

const secondsPer: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }

const wait: Mapper = (parameters) => {
  const resume = textOf(parameters['resume'])
  if (resume === 'webhook' || resume === 'form') return oneOutput('wait', { event: 'webhook' })
  if (resume === 'specificTime') return oneOutput('wait', { until: plainText(parameters['dateTime']) })
  const amount = numberOf(parameters['amount'])
  const unit = secondsPer[textOf(parameters['unit']) || 'seconds']
  return oneOutput('wait', amount !== null && unit !== undefined ? { seconds: amount * unit } : {})
}

const executeWorkflow: Mapper = (parameters) => {
  const workflow = parameters['workflowId']
  const flow = plainText(isRecord(workflow) ? workflow['value'] : workflow)
  return oneOutput('subflow', { flow, wait: recordOf(parameters['options'])['waitForSubWorkflow'] !== false })
}

const agent: Mapper = (parameters) =>
  oneOutput('agent', {
    model: '',
    instructions: plainText(recordOf(parameters['options'])['systemMessage']),
    tools: [],
  })

const schedule: Mapper = (parameters) => {
  const [interval] = listOf(recordOf(parameters['rule'])['interval']).map((item) => recordOf(item))
  const cron = interval?.['field'] === 'cronExpression' ? textOf(interval['expression']) : ''
  return oneOutput(
    'trigger',
    cron === '' ? { kind: 'schedule' } : { kind: 'schedule', schedule: { cron, zone: 'UTC' } },
  )
}

/** Since version 3 the first output is "done", after the loop. */
const splitInBatches: Mapper = (_, source) => ({
  type: textOf(source['type']),
  config: {},
  outputs: (numberOf(source['typeVersion']) ?? 1) >= 3 ? ['done', 'loop'] : ['loop', 'done'],
})

const mappers: ReadonlyMap<string, Mapper> = new Map<string, Mapper>([
  ['stickyNote', (parameters) => ({ type: 'note', config: { text: textOf(parameters['content']) }, outputs: [] })],
  ['start', trigger('manual')],
  ['manualTrigger', trigger('manual')],
  ['executeWorkflowTrigger', trigger('manual')],
  ['webhook', trigger('webhook')],
  ['formTrigger', trigger('webhook')],
  ['chatTrigger', trigger('message')],
  ['manualChatTrigger', trigger('message')],
  ['scheduleTrigger', schedule],
  ['cron', trigger('schedule')],
  ['interval', trigger('schedule')],
  ['if', ifNode],
  ['filter', filterNode],
  ['switch', switchNode],
  ['httpRequest', httpRequest],
  ['code', code],
  ['function', code],
  ['functionItem', code],
  ['set', setNode],
  ['wait', wait],
  ['executeWorkflow', executeWorkflow],
  ['agent', agent],
  ['splitInBatches', splitInBatches],
])

/** Packages whose node names have known meanings; in other packages, "if" may be anything. */
const ownPackages = new Set(['n8n-nodes-base', '@n8n/n8n-nodes-langchain'])

function baseMapping(type: string, source: JsonRecord): MappedNode {
  const cut = type.lastIndexOf('.')
  const base = type.slice(cut + 1)
  const mapper = ownPackages.has(type.slice(0, Math.max(cut, 0))) ? mappers.get(base) : undefined
  if (mapper) return mapper(recordOf(source['parameters']), source)
  // All packages name their triggers this way. The other triggers match none of our trigger kinds.
  return base.endsWith('Trigger') ? oneOutput('trigger', { kind: 'other' }) : oneOutput(type, {})
}

/** `source`: the complete node from the file. The error output, if any, is the last one. */
export function mapN8nNode(type: string, source: JsonRecord): MappedNode {
  const mapped = baseMapping(type, source)
  return source['onError'] === 'continueErrorOutput' ? { ...mapped, outputs: [...mapped.outputs, 'error'] } : mapped
}
