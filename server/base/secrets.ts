/**
 * Encryption of stored secrets: AES-256-GCM with a key derived from SECRET_KEY (HKDF-SHA-256). The account and the
 * object's id are authenticated with the text, so that a sealed value copied to another row cannot be opened. Sources:
 * NIST SP 800-38D, RFC 5869. Also compares secrets, and rejects them where they would be stored as plain text.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { containsToken } from '#flow/secrets/token-shapes.ts'
import { invalid } from './fault.ts'

const version = 1
const nonceBytes = 12
const tagBytes = 16

export interface Secrets {
  /** version · nonce · tag · encrypted text. */
  seal(account: string, object: string, text: string): Buffer
  /** Throws if the text was sealed with another key or for another object, or was changed. */
  open(account: string, object: string, sealed: Buffer): string
}

/** Derives a 32-byte key for one purpose, so that a leaked one reveals nothing about others. */
export const deriveKey = (secretKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, 'flow-console', purpose, 32))

export function makeSecrets(secretKey: string): Secrets {
  const key = deriveKey(secretKey, 'secrets at rest')
  const bound = (account: string, object: string) => Buffer.from(JSON.stringify([account, object]))
  return {
    seal(account, object, text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound(account, object))
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), encrypted])
    },
    open(account, object, sealed) {
      if (sealed[0] !== version) throw new Error('This secret was encrypted by a newer version.')
      const tagAt = 1 + nonceBytes
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, tagAt)).setAAD(bound(account, object))
      decipher.setAuthTag(sealed.subarray(tagAt, tagAt + tagBytes))
      return Buffer.concat([decipher.update(sealed.subarray(tagAt + tagBytes)), decipher.final()]).toString('utf8')
    },
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares secrets in constant time, regardless of their lengths. */
export const constantTimeEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

/**
 * 400 if a text contains a secret that is recognisable by its shape: names, descriptions and tags go into lists, files
 * and logs.
 */
export function refuseToken(field: string, text: string | undefined): void {
  if (text !== undefined && containsToken(text))
    throw invalid(field, 'This looks like a secret. Store it in a global tool with "secret" and use {{ secrets.key }}.')
}
