/** Ids: opaque, unique without coordination, and sorted by creation time, so that indexes stay dense. */

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
/** Number of time characters: 10 × 5 bits encode milliseconds until the year 37648. */
const timeLength = 10
/** Number of random characters: 14 × 5 bits, so 70 random bits per id. */
const randomLength = 14

/** A new id: "flw_01j9…" for the prefix "flw". Milliseconds, then random bits, both in Crockford's base 32. */
export function newId(prefix: string, now: number = Date.now()): string {
  let time = ''
  for (let rest = now, index = 0; index < timeLength; index += 1, rest = Math.floor(rest / 32))
    time = alphabet.charAt(rest % 32) + time
  let random = ''
  for (const byte of crypto.getRandomValues(new Uint8Array(randomLength))) random += alphabet.charAt(byte % 32)
  return `${prefix}_${time}${random}`
}
