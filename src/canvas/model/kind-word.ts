import type { NodeKind } from '#flow/node-kind.ts'
import { wordOfKind } from './kind-names.ts'

/** The word for a node's kind; an unknown type is called by its own name. */
export const kindWord = (kind: NodeKind, type: string): string => wordOfKind(kind === 'unknown' ? type : kind)

/** Names of classes in packages: their end tells them apart. */
const packaged = /^[\w$-]+(?:\.[\w$-]+){2,}$/
/** About as many letters as a card has room for under the name. */
const room = 26

/** The same as short as a card needs it: of "io.kestra.plugin.core.log.Log" it is "log.Log". */
export function cardWord(kind: NodeKind, type: string): string {
  const word = kindWord(kind, type)
  return kind === 'unknown' && word.length > room && packaged.test(word) ? word.split('.').slice(-2).join('.') : word
}
