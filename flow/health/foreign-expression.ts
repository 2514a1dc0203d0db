/** Expressions of other products in texts that our engine renders as Liquid templates. */
import { markupIn } from '#flow/secret-references.ts'

/** Names that templates have here. Source: docs/engine.md, "Available values". */
export const templateNames = [
  'input',
  'previous',
  'nodes',
  'vars',
  'secrets',
  'now',
  'run',
  'conversation',
  'contact',
] as const

interface ExpressionContext {
  /** Whether a reader wrote the text: then a name that does not exist here belongs to its product. */
  isConverted: boolean
  product: string | null
}

/** n8n's `$json`, Dify's `{{#node.field#}}` and Mustache's `{{{name}}}`, none of which is Liquid. */
const foreignStart = /^-?\s*[$#{]/
/** A variable of n8n within an expression. Liquid has no `$` outside of quotes. */
const dollarName = /\$[\w(]/
const quotedText = /"[^"]*"|'[^']*'/g
const literal = /^-?\s*(?:["']|-?\d|\(|(?:true|false|nil|null|empty|blank)\b)/
const firstName = /^-?\s*([\p{L}_][\p{L}\p{N}_-]*)(\s*\()?/u
/** A name that a tag defines. */
const definition = /^-?\s*(?:(?:assign|capture|increment|decrement)\s+([\w-]+)|(?:for|tablerow)\s+([\w-]+)\s+in\b)/

/** Placeholders without double braces, by product: Sim's `<block.output>`, `{name}` of the prompts in Flowise. */
const placeholders: Readonly<Record<string, RegExp>> = {
  Sim: /<[\w-]+(?:\.[\w[\]-]+)+>/,
  Flowise: /(?<![{$])\{[A-Za-z_]\w*\}(?!\})/,
}

/** Whether a text has an expression that another product evaluates, and ours does not or otherwise. */
export function foreignExpressionIn(text: string, { isConverted, product }: ExpressionContext): boolean {
  if (isConverted && product !== null && placeholders[product]?.test(text)) return true
  if (!text.includes('{{') && !text.includes('{%')) return false
  const markup = markupIn(text)
  const names = new Set<string>([...templateNames, 'forloop', 'tablerowloop'])
  for (const { content, isTag } of markup) {
    const [, assigned, looped] = (isTag ? definition.exec(content) : null) ?? []
    if (assigned !== undefined) names.add(assigned)
    if (looped !== undefined) names.add(looped)
  }
  return markup.some(({ content, isTag }) => {
    if (isTag || content.trim() === '') return false
    if (foreignStart.test(content)) return true
    if (!isConverted) return false
    if (dollarName.test(content.replaceAll(quotedText, ''))) return true
    if (literal.test(content)) return false
    const [, name, call] = firstName.exec(content) ?? []
    return name === undefined || call !== undefined || !names.has(name)
  })
}
