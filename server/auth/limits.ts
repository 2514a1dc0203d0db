/**
 * Rate limits for sign-in: per address, per name, and per name and address, counted in the database across all
 * processes. A known browser has a separate limit, so that attempts of others cannot lock the person out.
 */
import { createHash } from 'node:crypto'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '#server/base/address-network.ts'
import { Fault } from '#server/base/fault.ts'
import type { Database } from '#server/store/db/database.ts'

/** Window for failed attempts. */
const windowSeconds = 15 * 60
/** Per name and address: more than a person needs. Attempts from other addresses do not count. */
const perNameAndAddress = 10
/** Per name from all addresses: far too few to guess a password of 12 characters. */
const perName = 100
const perAddress = 50
/** In a known browser: the same as per name and address. */
const perBrowser = 10

/** Window for messages of web chat visitors; an address may be shared by a whole office. */
const chatSeconds = 60
const chatPoints = { message: { visitor: 20, address: 120 }, visitor: { visitor: 0, address: 60 } } as const

export interface Limits {
  /** Counts a message of a visitor, or a new visitor; throws 429 beyond the limit. */
  chat(kind: 'message' | 'visitor', visitor: string | null, address: string): Promise<void>
  /**
   * Counts an attempt for a name from an address; throws 429 beyond the limit. Call the returned function if the
   * attempt was correct: it is then not counted, and failed attempts for this name from this address are cleared.
   * `browser`: id of a known browser, in which case only its own attempts count.
   */
  attempt(
    kind: 'session' | 'setup' | 'password',
    name: string,
    address: string,
    browser?: string | null,
  ): Promise<() => Promise<void>>
}

/** Names are hashed, because people sometimes type their password into the name field. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

const durationText = (seconds: number) => (seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`)

export function makeLimits(database: Database): Limits {
  const limiter = (points: number, keyPrefix: string, duration = windowSeconds) =>
    new RateLimiterPostgres({
      storeClient: database.pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix,
      points,
      duration,
    })
  const byBoth = limiter(perNameAndAddress, 'both')
  const byName = limiter(perName, 'name')
  const byAddress = limiter(perAddress, 'address')
  const byBrowser = limiter(perBrowser, 'browser')
  const chatOf = (kind: keyof typeof chatPoints) => ({
    byVisitor: limiter(chatPoints[kind].visitor, `chat ${kind}`, chatSeconds),
    byPlace: limiter(chatPoints[kind].address, `chat ${kind} from`, chatSeconds),
  })
  const chats = { message: chatOf('message'), visitor: chatOf('visitor') }
  const consume = async (one: RateLimiterPostgres, key: string) => {
    try {
      await one.consume(key)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
      throw new Fault('throttled', `Too many attempts. Try again in ${durationText(seconds)}.`, {
        headers: { 'retry-after': String(seconds) },
      })
    }
  }
  return {
    async chat(kind, visitor, address) {
      await consume(chats[kind].byPlace, hashOf(networkOf(address)))
      if (visitor !== null) await consume(chats[kind].byVisitor, hashOf(visitor))
    },
    async attempt(kind, name, address, browser = null) {
      const nameKey = hashOf(`${kind}:${name.trim().toLowerCase()}`)
      if (browser !== null) {
        const browserKey = hashOf(JSON.stringify([nameKey, browser]))
        await consume(byBrowser, browserKey)
        return async () => void (await byBrowser.delete(browserKey))
      }
      const addressKey = hashOf(`${kind}:${networkOf(address)}`)
      const bothKey = hashOf(JSON.stringify([nameKey, addressKey]))
      await consume(byAddress, addressKey)
      // Checked before the name's limit, so that a rejected address does not use up that limit.
      await consume(byBoth, bothKey)
      await consume(byName, nameKey)
      return async () => {
        await byAddress.reward(addressKey)
        await byBoth.delete(bothKey)
        await byName.reward(nameKey)
      }
    },
  }
}
