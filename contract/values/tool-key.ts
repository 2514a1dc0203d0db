/** Maximum length of a tool key. */
const maxKey = 63

/** Derives a key from a name: "Send an e-mail" gives "send_an_e_mail". Empty if the name has no Latin letters. Pure. */
export function keyOfName(name: string, longest = maxKey): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = plain.replaceAll(/[^a-z0-9]+/g, '_').replace(/^[^a-z]+/, '')
  return words.slice(0, longest).replace(/_+$/, '')
}
