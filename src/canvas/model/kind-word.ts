import type { NodeKind } from '#flow/node-kind.ts'
import { wordOfKind } from './kind-names.ts'

/** The display name of a node's kind; an unknown type is its own name. */
export const kindWord = (kind: NodeKind, type: string): string => wordOfKind(kind === 'unknown' ? type : kind)

/** Names of classes in packages: the last parts distinguish them. */
const packagePattern = /^[\w$-]+(?:\.[\w$-]+){2,}$/
/** Approximate number of characters that fit under the name on a card. */
const maxLetters = 26

/** The same, shortened for a card: "io.kestra.plugin.core.log.Log" becomes "log.Log". */
export function cardWord(kind: NodeKind, type: string): string {
  const word = kindWord(kind, type)
  return kind === 'unknown' && word.length > maxLetters && packagePattern.test(word)
    ? word.split('.').slice(-2).join('.')
    : word
}
