/** Maps the modules of Windmill's OpenFlow to our node types, by the type of their value. */
import {
  mapToAgent,
  mapToCondition,
  mapTo,
  type MappedCase,
  type MappedType,
} from '#flow/formats/shared/node-mapping.ts'
import { noType } from '#flow/node-kind.ts'
import { isRecord, type Json, type JsonRecord, listOf, numberOf, recordOf, textOf } from '#lib/json/json.ts'

/** Names of modules without a summary, as Windmill's editor shows them. */
const namesByType: ReadonlyMap<string, string> = new Map([
  ['forloopflow', 'For loop'],
  ['whileloopflow', 'While loop'],
  ['branchone', 'Branch to one'],
  ['branchall', 'Branch to all'],
  ['identity', 'Identity'],
  ['aiagent', 'AI agent'],
  ['mcp', 'MCP tools'],
  ['websearch', 'Web search'],
])

/** Type of a module's value; a tool of an agent that is no module has its own kind of type. */
export const moduleType = (value: JsonRecord): string => textOf(value['type']) || textOf(value['tool_type'])

/** Name of a module without a summary: its path, its language or its type; "" if it has none of them. */
export function moduleName(value: JsonRecord): string {
  const own = textOf(value['path']) || textOf(value['resource_path'])
  return own || (namesByType.get(moduleType(value)) ?? textOf(value['language']))
}

/** Text of an input transform: its static value, else its expression; "" for any other value. */
function inputText(transform: Json | undefined): string {
  const { type, value, expr } = recordOf(transform)
  return type === 'javascript' ? textOf(expr) : textOf(value)
}

/** Text of a static input transform; "" for an expression, which only Windmill evaluates. */
const staticText = (transform: Json | undefined): string => textOf(recordOf(transform)['value'])

const branchLabel = (branch: Json, index: number): string =>
  textOf(recordOf(branch)['summary']) || `Branch ${index + 1}`

/** Handles and labels of the branches of a `branchone`, without the default. */
export const casesOfBranchOne = (value: JsonRecord): MappedCase[] =>
  listOf(value['branches']).map((branch, index) => ({
    id: `case_${index}`,
    label: branchLabel(branch, index),
    expression: textOf(recordOf(branch)['expr']),
  }))

/** Handles and labels of the branches of a `branchall`. */
export const outputsOfBranchAll = (value: JsonRecord): { id: string; label: string }[] =>
  listOf(value['branches']).map((branch, index) => ({ id: `branch_${index}`, label: branchLabel(branch, index) }))

/** A step that does nothing but wait, or pass its input on. */
function identity({ suspend, sleep }: JsonRecord): MappedType {
  if (isApproval(suspend)) {
    const timeout = numberOf(recordOf(suspend)['timeout'])
    return mapTo('wait', { event: 'reply', ...(timeout === null ? {} : { timeout_s: timeout }) })
  }
  const seconds = recordOf(sleep)['type'] === 'static' ? numberOf(recordOf(sleep)['value']) : null
  return seconds === null ? mapTo('identity') : mapTo('wait', { seconds })
}

/** Whether a module waits for people, or for calls of its resume address, after it ran. */
const isApproval = (suspend: Json | undefined): boolean =>
  isRecord(suspend) && numberOf(suspend['required_events']) !== 0

function agent({ input_transforms: inputs }: JsonRecord): MappedType {
  const { provider, system_prompt: system, user_message: user } = recordOf(inputs)
  const model = textOf(recordOf(recordOf(provider)['value'])['model'])
  const texts = [staticText(system), staticText(user)].filter((text) => text !== '')
  return mapToAgent(model, texts.join('\n\n'))
}

/** A module; those without an equivalent keep the type that they have in the file. */
export function windmillModule(item: JsonRecord): MappedType {
  const value = recordOf(item['value'])
  const type = moduleType(value)
  switch (type) {
    case 'rawscript':
      return mapTo('code', {
        language: textOf(value['language']),
        dialect: 'windmill',
        source: textOf(value['content']),
      })
    case 'flow':
      return mapTo('subflow', { flow: textOf(value['path']), wait: true })
    case 'branchone':
      return mapToCondition('windmill', casesOfBranchOne(value), true)
    case 'branchall':
      return mapTo(type, { outputs: outputsOfBranchAll(value) })
    case 'forloopflow':
      return mapTo(type, { expression: inputText(value['iterator']) })
    case 'script':
      return mapTo(type, { path: textOf(value['path']) })
    case 'identity':
      return identity(item)
    case 'aiagent':
      return agent(value)
    default:
      return mapTo(type === '' ? noType : type)
  }
}
