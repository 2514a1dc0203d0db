/**
 * Limits on guessing: per address, per name, and per name from one address, counted in the database, so that all processes count
 * together. A browser that the person is known in has a limit of its own beside them: what others guess keeps nobody out there.
 */
import { createHash } from 'node:crypto'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '#server/base/address-network.ts'
import { Fault } from '#server/base/fault.ts'
import type { Database } from '#server/store/db/database.ts'

/** Wrong guesses are counted over a quarter of an hour. */
const windowSeconds = 15 * 60
/** More than a person makes. Of one address: who guesses from another does not keep the owner of the name out. */
const perNameAndAddress = 10
/** From all addresses together: with 12 characters far too few to find one. */
const perName = 100
const perAddress = 50
/** In a browser that the person has signed in in before: as many as from one address. */
const perBrowser = 10

/** What visitors of web chats may do in a minute: one writes as fast as people do; behind one address sits a whole office. */
const chatSeconds = 60
const chatPoints = { message: { visitor: 20, address: 120 }, visitor: { visitor: 0, address: 60 } } as const

export interface Limits {
  /** Counts a message of a visitor, or a new visitor, and throws 429 when there were too many. */
  chat(kind: 'message' | 'visitor', visitor: string | null, address: string): Promise<void>
  /**
   * Counts an attempt at a name from an address and throws 429 when there were too many. Call what it returns when the
   * attempt was right: it then does not count, and the wrong ones at this name from this address are forgotten. `browser`: the id
   * of one that the person is known in; then only attempts in it count.
   */
  attempt(
    kind: 'session' | 'setup' | 'password',
    name: string,
    address: string,
    browser?: string | null,
  ): Promise<() => Promise<void>>
}

/** Names are counted by hash: what people type into the field for the name is sometimes the password. */
const hidden = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

const inWords = (seconds: number) => (seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`)

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
      throw new Fault('throttled', `Too many attempts. Try again in ${inWords(seconds)}.`, {
        headers: { 'retry-after': String(seconds) },
      })
    }
  }
  return {
    async chat(kind, visitor, address) {
      await consume(chats[kind].byPlace, hidden(networkOf(address)))
      if (visitor !== null) await consume(chats[kind].byVisitor, hidden(visitor))
    },
    async attempt(kind, name, address, browser = null) {
      const nameKey = hidden(`${kind}:${name.trim().toLowerCase()}`)
      if (browser !== null) {
        const browserKey = hidden(JSON.stringify([nameKey, browser]))
        await consume(byBrowser, browserKey)
        return async () => void (await byBrowser.delete(browserKey))
      }
      const addressKey = hidden(`${kind}:${networkOf(address)}`)
      const bothKey = hidden(JSON.stringify([nameKey, addressKey]))
      await consume(byAddress, addressKey)
      // Before the name: an address that was refused does not use up what the name has left.
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
