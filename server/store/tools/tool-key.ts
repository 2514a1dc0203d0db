/** The key of a tool whose maker gave none. */

/** Longest key (contract/tool.ts), less room for a number. */
const maxStem = 57

/** "Send an e-mail" is "send_an_e_mail"; a name without Latin letters is "tool". */
export function keyOfName(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = plain.replaceAll(/[^a-z0-9]+/g, '_').replace(/^[^a-z]+/, '')
  return words.slice(0, maxStem).replace(/_+$/, '') || 'tool'
}

/** `wanted`, or `wanted_2` and so on, whichever is not taken. */
export function freeKey(wanted: string, taken: ReadonlySet<string>): string {
  let key = wanted
  for (let number = 2; taken.has(key); number += 1) key = `${wanted}_${number}`
  return key
}
