/** Common parts of nodes with source text or templates: effective config, visible values and checks. */
import type { Node } from '#contract/flow.ts'
import { type Json, type JsonRecord, listOf, recordOf, textOf } from '#lib/json/json.ts'
import type { Evaluated, Language, Problem, Sandbox } from '#server/engine/engine-tools.ts'
import type { DecryptedTool, StepContext, StepOutcome } from '#server/engine/node.ts'
import { excerptOf, scopeOf, templatesIn } from '#server/engine/text/render.ts'

/** Maximum characters of a source, the same as for tools (contract/tool.ts). */
const longest = 200_000
/** Timeout of an expression in ms. Longer work belongs in a code node. */
export const expressionMs = 1000

/** Language and config field of the source, by node type. */
const languages: Record<string, { language: Language; field: string }> = {
  transform: { language: 'jsonata', field: 'expression' },
  condition: { language: 'cel', field: 'expression' },
  code: { language: 'javascript', field: 'source' },
}

/** Node types whose configs contain templates. */
const typesWithTemplates: ReadonlySet<string> = new Set(['api', 'agent', 'message', 'subflow', 'wait'])

/** A branch of a condition: `id` is the handle. */
export interface Case {
  id: string
  expression: string
}

const casesOf = (config: JsonRecord): Case[] =>
  listOf(config['cases'])
    .map(recordOf)
    .map((each) => ({ id: textOf(each['id']), expression: textOf(each['expression']) }))

/** The effective config of a node, and its tool; null without a tool. */
export interface EffectiveConfig {
  config: JsonRecord
  tool: DecryptedTool | null
}

/**
 * The effective config: the tool's, overridden by the node's. Returns an error if the tool is missing, disabled or of
 * another type.
 */
export async function effectiveConfig(context: StepContext): Promise<EffectiveConfig | { error: StepOutcome }> {
  const { node } = context
  if (node.tool === null) return { config: node.config, tool: null }
  const tool = await context.tool(node.tool)
  const message = `The tool “${node.tool}” is missing or disabled. Enable it, or choose another tool.`
  if (!tool) return { error: { is: 'failed', code: 'missing_tool', message, retryable: false } }
  if (tool.category !== node.type) {
    const wrong = `The tool “${tool.name}” is not of the type ${node.type}.`
    return { error: { is: 'failed', code: 'wrong_tool', message: wrong, retryable: false } }
  }
  const own = Object.entries(node.config).filter(([, value]) => value !== null && value !== '')
  return { config: { ...tool.config, ...Object.fromEntries(own) }, tool }
}

/** Cases of an effective config; if it has none, one case "yes" with its `expression`. */
export function effectiveCases(config: JsonRecord): Case[] {
  const cases = casesOf(config)
  const expression = textOf(config['expression'])
  return cases.length > 0 || expression === '' ? cases : [{ id: 'yes', expression }]
}

/**
 * Values visible to a source: `input` is the trigger's output (in code: that of the previous node), `previous` the
 * output of the previous node, `trigger` that of the trigger, `nodes`, `vars`, `now`, `run`, `conversation`, `contact`.
 */
export const expressionValuesOf = (context: StepContext): JsonRecord => ({
  ...scopeOf(context.values),
  previous: context.input,
  trigger: context.values.input,
})

/** Converts a sandbox failure to a failed step. `what`: beginning of the message ("The code failed"). */
export function failureOf(
  done: Extract<Evaluated<Json>, { ok: false }>,
  what: string,
): Extract<StepOutcome, { is: 'failed' }> {
  const retryable = done.code === 'busy' || done.code === 'crashed'
  return { is: 'failed', code: done.code, message: `${what}: ${done.message}`, retryable }
}

/** Missing or invalid fields of a node's config, as sentences; checkSources checks the syntax. */
export function configProblems(node: Node): string[] {
  const kind = languages[node.type]
  if (!kind) return []
  const { language, field } = kind
  const declaredLanguage = textOf(node.config['language'])
  if (declaredLanguage !== '' && declaredLanguage !== language)
    return [`The language “${declaredLanguage}” is not supported. Use ${language}.`]
  const texts = node.type === 'condition' ? casesOf(node.config) : []
  const own = textOf(node.config[field])
  if (node.tool === null && own === '' && texts.length === 0) return [`The ${field} is missing.`]
  const ids = texts.map((each) => each.id)
  if (new Set(ids).size !== ids.length || ids.includes('') || ids.includes('else'))
    return ['Each case needs a unique id other than “else”.']
  if (texts.some((each) => each.expression.trim() === '')) return ['Each case needs an expression.']
  if ([own, ...texts.map((each) => each.expression)].some((text) => text.length > longest))
    return [`The ${field} has more than ${longest} characters.`]
  return []
}

const positionText = (line: number | undefined, column: number | undefined): string =>
  line === undefined ? (column === undefined ? '' : ` (column ${column})`) : ` (line ${line}, column ${column ?? 1})`

/** Number of concurrent checks. Limited, because the sandbox would refuse a thousand. */
const maxConcurrentChecks = 50

/** A config with the type of its node or the category of its tool. */
interface Configurable {
  type: string
  config: JsonRecord
}

interface Source {
  type: string
  language: Language
  text: string
}

/** Sources of a config, including templates. The original node of another product is never rendered. */
export function sourcesOf({ type, config: { original: _, ...config } }: Configurable): Source[] {
  const kind = languages[type]
  if (!kind && !typesWithTemplates.has(type)) return []
  if (!kind) return [...new Set(templatesIn(config))].map((text) => ({ type, language: 'liquid', text }))
  const sources = [textOf(config[kind.field]), ...casesOf(config).map((each) => each.expression)]
  return sources.filter((text) => text.trim() !== '').map((text) => ({ type, language: kind.language, text }))
}

interface SyntaxProblem {
  nodeId: string
  code: 'syntax'
  message: string
}

export const checkSource = (
  sandbox: Pick<Sandbox, 'check'>,
  { type, language, text }: Source,
): Promise<Problem | null> => sandbox.check(language, text, type === 'condition')

/** "the text “{{ a | }”: it is not closed (line 1, column 1)" */
export const sourceProblemWords = ({ language, text }: Source, { message, line, column }: Problem): string =>
  `${language === 'liquid' ? `the text “${excerptOf(text)}”: ` : ''}${message}${positionText(line, column)}`

async function checkOfNode(sandbox: Sandbox, node: Node, source: Source): Promise<SyntaxProblem[]> {
  const problem = await checkSource(sandbox, source)
  if (!problem) return []
  return [{ nodeId: node.id, code: 'syntax', message: `${node.name}: ${sourceProblemWords(source, problem)}` }]
}

/** Checks the sources and templates of nodes without running them, before a flow is activated. */
export async function checkSources(sandbox: Sandbox, nodes: readonly Node[]): Promise<SyntaxProblem[]> {
  const sources = nodes
    .filter(({ disabled }) => !disabled)
    .flatMap((node) => sourcesOf(node).map((source) => ({ node, source })))
  const found: SyntaxProblem[] = []
  for (let from = 0; from < sources.length; from += maxConcurrentChecks) {
    const some = sources.slice(from, from + maxConcurrentChecks)
    found.push(...(await Promise.all(some.map(({ node, source }) => checkOfNode(sandbox, node, source)))).flat())
  }
  return found
}
