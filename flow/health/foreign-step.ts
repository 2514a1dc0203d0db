/**
 * Steps that do not run here because they were made for another product: by their type, or by what a reader kept of
 * it in a step of one of our types. A run would fail there, or do something else than in that product.
 */
import type { Node } from '#contract/flow.ts'
import { formatTitle, isFormat } from '#flow/formats/format-titles.ts'
import { kindOf, noType } from '#flow/node-kind.ts'
import { foreignTypeWord } from '#flow/visual-kind/step-words.ts'
import { isRecord, numberOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { foreignContent, foreignType } from './finding-codes.ts'
import { foreignExpressionIn } from './foreign-expression.ts'
import { lostParts } from './lost-parts.ts'
import { quoted } from './findings.ts'

interface ForeignStep {
  code: typeof foreignType | typeof foreignContent
  message: string
}

/** Languages that run here, and the word for the source, by node type. */
const sources: Readonly<Record<string, { language: string; word: string }>> = {
  code: { language: 'javascript', word: 'code' },
  condition: { language: 'cel', word: 'condition' },
  transform: { language: 'jsonata', word: 'expression' },
}

/** Fields with templates, by node type. */
const templates: Readonly<Record<string, readonly string[]>> = {
  api: ['url', 'query', 'headers', 'body', 'auth'],
  agent: ['instructions', 'model', 'output_schema'],
  message: ['text', 'channel'],
  subflow: ['flow', 'input'],
  wait: ['seconds', 'until', 'timeout_s'],
}

/** Whether a reader converted the step from that of another product. */
const isConverted = ({ config }: Node): boolean => isRecord(config['original'])

function sourceReason({ type, config }: Node): string | null {
  const source = Object.hasOwn(sources, type) ? sources[type] : undefined
  if (source === undefined) return null
  const language = textOf(config['language'])
  const dialect = textOf(config['dialect']) || (isFormat(language) ? language : '')
  if (dialect !== '') return `The ${source.word} is written for ${formatTitle(dialect)}.`
  if (language === '' || language === source.language) return null
  return `The ${source.word} is written in ${quoted(language)}, which does not run here.`
}

/** Fields with expressions that only another product evaluates. */
function foreignFields({ type, config }: Node, context: { isConverted: boolean; product: string | null }): string[] {
  const has = (value: Json): boolean =>
    typeof value === 'string'
      ? foreignExpressionIn(value, context)
      : typeof value === 'object' && value !== null && Object.values(value).some(has)
  const fields = Object.hasOwn(templates, type) ? templates[type] : undefined
  return fields?.filter((name) => has(config[name] ?? null)) ?? []
}

const ownerWord = (product: string | null): string => product ?? 'another product'

function expressionReason(node: Node, product: string | null): string | null {
  const [field] = foreignFields(node, { isConverted: isConverted(node), product })
  return field === undefined ? null : `The field “${field}” uses an expression of ${ownerWord(product)}.`
}

function hasTime({ schedule }: JsonRecord): boolean {
  const { cron, every_seconds: every } = recordOf(schedule)
  return textOf(schedule) !== '' || textOf(cron) !== '' || numberOf(every) !== null
}

/** Required settings that a reader did not find. */
function missingPart({ type, tool, config }: Node): string | null {
  if (tool !== null) return null
  const isEmpty = (field: string) => textOf(config[field]).trim() === ''
  switch (type) {
    case 'agent':
      return isEmpty('instructions') ? 'instructions' : null
    case 'api':
      return !/^(?:\{\{|https?:\/\/)/i.test(textOf(config['url'])) ? 'URL' : null
    case 'message':
      return isEmpty('text') ? 'text' : null
    case 'subflow':
      return isEmpty('flow') ? 'flow' : null
    case 'wait':
      return ['seconds', 'until', 'event'].every((field) => (config[field] ?? null) === null) ? 'time' : null
    case 'trigger':
      return config['kind'] === 'schedule' && !hasTime(config) ? 'schedule' : null
    default:
      return null
  }
}

function conversionReason(node: Node, product: string | null): string | null {
  if (!isConverted(node)) return null
  const original = recordOf(node.config['original'])
  if (node.type === 'trigger' && node.config['kind'] === 'other') {
    const type = textOf(original['type'])
    return `${type === '' ? 'This' : quoted(foreignTypeWord(type))} is a trigger of ${ownerWord(product)}.`
  }
  const missing = missingPart(node)
  const parts = missing === null ? lostParts(node) : [missing]
  if (parts.length === 0) return null
  return `Not converted${product === null ? '' : ` from ${product}`}: ${parts.join(', ')}.`
}

/** Why an enabled step belongs to another product; null if it runs here. `product`: null = unknown. */
export function foreignStep(node: Node, product: string | null): ForeignStep | null {
  if (kindOf(node.type) === 'unknown') {
    const message =
      node.type === noType
        ? 'The step has no type.'
        : `${quoted(foreignTypeWord(node.type))} is a step of ${ownerWord(product)}.`
    return { code: foreignType, message }
  }
  const message = sourceReason(node) ?? expressionReason(node, product) ?? conversionReason(node, product)
  return message === null ? null : { code: foreignContent, message }
}

/** What a step of one of our types took over from that of another product, in words: "URL", "headers". */
export interface Conversion {
  filled: string[]
  /** Taken over as it is written for the other product. */
  rewrite: string[]
  /** Not taken over. */
  add: string[]
}

/** Words for the fields of a config. Those of a wait are one word. */
const fieldWords: Readonly<Record<string, string>> = {
  method: 'method',
  url: 'URL',
  query: 'query',
  headers: 'headers',
  body: 'body',
  auth: 'credentials',
  source: 'code',
  expression: 'expression',
  cases: 'branches',
  instructions: 'instructions',
  model: 'model',
  text: 'text',
  flow: 'flow',
  input: 'input',
  seconds: 'time',
  until: 'time',
  event: 'time',
}

const hasText = (value: Json | undefined): boolean => value !== undefined && value !== null && value !== ''

/** Fields that are written for another product. */
export const fieldsToRewrite = (node: Node, product: string | null): string[] => [
  ...foreignFields(node, { isConverted: isConverted(node), product }),
  ...(sourceReason(node) === null ? [] : ['source', 'expression']),
]

export const fieldWord = (field: string): string => fieldWords[field] ?? field

/** Null if there is no counterpart here. */
export function conversionOf(node: Node, product: string | null): Conversion | null {
  const { type, config } = node
  if (kindOf(type) === 'unknown' || (type === 'trigger' && config['kind'] === 'other')) return null
  const missing = missingPart(node)
  const add = missing === null ? lostParts(node) : [missing]
  const foreign = new Set(fieldsToRewrite(node, product).map(fieldWord))
  const words = Object.entries(fieldWords).flatMap(([field, word]) => (hasText(config[field]) ? [word] : []))
  const own = [...new Set(words)].filter((word) => !add.includes(word))
  const source = sourceReason(node) === null ? [] : [type === 'condition' ? 'conditions' : (sources[type]?.word ?? '')]
  return {
    filled: own.filter((word) => !foreign.has(word)),
    // Also a source that the file left empty.
    rewrite: [...new Set([...own.filter((word) => foreign.has(word)), ...source])],
    add,
  }
}
