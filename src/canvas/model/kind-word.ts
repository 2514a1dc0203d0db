import type { NodeKind } from '#flow/node-kind.ts'
import { wordOfKind } from './kind-names.ts'

/** The display name of a node's kind; an unknown type is its own name. */
export const kindWord = (kind: NodeKind, type: string): string => wordOfKind(kind === 'unknown' ? type : kind)

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
 * The type of a node on its card. Types of other products are shortened to their own name, as words:
 * "n8n-nodes-base.extractFromFile" becomes "Extract from file", "io.kestra.plugin.core.log.Log" "log.Log".
 */
export function cardWord(kind: NodeKind, type: string): string {
  if (kind !== 'unknown' || type === '') return kindWord(kind, type)
  if (classPattern.test(type)) return type.split('.').slice(-2).join('.')
  const name = type.replace(packagePattern, '')
  return /[\s.]/.test(name) ? name : spacedWords(name)
}
