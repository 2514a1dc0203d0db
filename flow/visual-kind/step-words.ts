/** The word for what a step is, the same on cards, in the outline, in panels and in findings. Pure. */
import { kindOf, noType } from '#flow/node-kind.ts'
import type { VisualKind } from './kinds.ts'

/** Names of classes in packages: the last parts distinguish them. */
const classPattern = /^[\w$-]+(?:\.[\w$-]+){2,}$/
/** "n8n-nodes-base." and "@n8n/n8n-nodes-langchain.": the package of a type, but not its app, as in "gmail.send_email". */
const packagePattern = /^(?:@[\w-]+\/[\w-]+|n8n-nodes-[\w-]+)\./
/** Parts of names that are not lower-case words. */
const spellings = new Map(
  ['AI', 'API', 'CSV', 'GPT', 'HTML', 'HTTP', 'JSON', 'LLM', 'MCP', 'OpenAI', 'PDF', 'QA', 'RSS', 'SQL', 'XML'].map(
    (word) => [word.toLowerCase(), word],
  ),
)

/** A name without spaces in words: "extractFromFile" becomes "Extract from file". */
function spacedWords(name: string): string {
  const words = name
    .replace(/open_?ai/gi, (found, at: number) => (at === 0 ? 'Openai' : '_Openai'))
    .replace(/(\p{Ll})(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$3 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
    .map((word) => spellings.get(word.toLowerCase()) ?? (/^\p{Lu}\p{Ll}+$/u.test(word) ? word.toLowerCase() : word))
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * The type of another product without its package, as words: "n8n-nodes-base.extractFromFile" becomes "Extract from
 * file", "io.kestra.plugin.core.log.Log" "log.Log".
 */
export function foreignTypeWord(type: string): string {
  if (classPattern.test(type)) return type.split('.').slice(-2).join('.')
  const name = type.replace(packagePattern, '') || noType
  return /[\s.]/.test(name) ? name : spacedWords(name)
}

/** The kind of a step of our own types, and the type in its product of any other. */
export const stepWord = (type: string, { label }: Pick<VisualKind, 'label'>): string =>
  kindOf(type) === 'unknown' ? foreignTypeWord(type) : label
