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

const ownerWord = (product: string | null): string => product ?? 'another product'

function expressionReason(node: Node, product: string | null): string | null {
  const context = { isConverted: isConverted(node), product }
  const has = (value: Json): boolean =>
    typeof value === 'string'
      ? foreignExpressionIn(value, context)
      : typeof value === 'object' && value !== null && Object.values(value).some(has)
  const fields = Object.hasOwn(templates, node.type) ? templates[node.type] : undefined
  const field = fields?.find((name) => has(node.config[name] ?? null))
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
