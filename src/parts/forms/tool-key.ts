/** The key that follows a name: "Send an e-mail" is "send_an_e_mail". The service makes one where it is left blank. Pure. */

/** Longest key that the service takes. */
const maxKey = 63

export function keyOfName(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = plain.replaceAll(/[^a-z0-9]+/g, '_').replace(/^[^a-z]+/, '')
  return words.slice(0, maxKey).replace(/_+$/, '')
}
