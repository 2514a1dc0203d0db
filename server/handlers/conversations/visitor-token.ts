/**
 * Identity of a web chat visitor: a random name, signed for one channel, so that it can neither be forged nor used
 * for another channel.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { deriveKey, constantTimeEqual } from '#server/base/secrets.ts'

/** 144 bits: cannot be guessed. */
const nameBytes = 18
const form = /^([\w-]{24})\.([\w-]{43})$/

export interface VisitorTokens {
  make(channelId: string): { name: string; token: string }
  /** The name; null if the token was not issued for this channel. */
  read(channelId: string, token: string | null): string | null
}

export function makeVisitorTokens(secretKey: string): VisitorTokens {
  const key = deriveKey(secretKey, 'webchat visitors')
  const sign = (channelId: string, name: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([channelId, name]))
      .digest('base64url')
  return {
    make(channelId) {
      const name = randomBytes(nameBytes).toString('base64url')
      return { name, token: `${name}.${sign(channelId, name)}` }
    },
    read(channelId, token) {
      const [, name = '', signature = ''] = form.exec(token ?? '') ?? []
      return name !== '' && constantTimeEqual(signature, sign(channelId, name)) ? name : null
    },
  }
}
