/**
 * How often one may knock, counted in the memory of this process: a webhook comes in before anybody knows who sends it, so
 * refusing must cost less than taking in. Several processes together let through as many times more.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '#server/base/address-network.ts'
import { Fault } from '#server/base/fault.ts'

const windowS = 10
/** Requests at one address (token) in a window: 200 a second, about what one process takes in. */
const perToken = 2_000
/** From one sender, to all addresses. A proxy in front counts as one unless TRUST_PROXY is set. */
const perSender = 3_000
const wrongWindowS = 60
/** Refused requests of one sender (no such address, bad signature) in a window: beyond it nothing of it is even read. */
const perSenderWrong = 120
const hourS = 3_600
/** Refused requests of one channel that the log keeps in an hour: enough to see what is wrong, too few to fill a disk. */
const keptRefusals = 200
const seenEveryS = 5

export interface HookLimits {
  /** 429 where the network of this address, or whoever sends to this token, has sent too much. */
  knock(token: string, address: string): Promise<void>
  /** Counts a refusal against the network of this address. */
  wrong(address: string): Promise<void>
  /** Whether the log has room for another refusal of this channel. */
  mayKeep(channelId: string): Promise<boolean>
  /** Whether it is time to note again that something comes: not at each of a hundred a second. */
  mayNote(channelId: string, what: string): Promise<boolean>
}

async function within(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  try {
    await limiter.consume(key)
    return true
  } catch (error) {
    if (error instanceof RateLimiterRes) return false
    throw error
  }
}

const limiterOf = (points: number, duration: number) => new RateLimiterMemory({ points, duration })

export function makeHookLimits(): HookLimits {
  const tokens = limiterOf(perToken, windowS)
  const senders = limiterOf(perSender, windowS)
  const wrongs = limiterOf(perSenderWrong, wrongWindowS)
  const kept = limiterOf(keptRefusals, hourS)
  const noted = limiterOf(1, seenEveryS)
  const refuse = (msBeforeNext: number): Fault =>
    new Fault('throttled', 'Too many requests. Try again later.', {
      headers: { 'retry-after': String(Math.max(1, Math.ceil(msBeforeNext / 1000))) },
    })
  const take = async (limiter: RateLimiterMemory, key: string) => {
    try {
      await limiter.consume(key)
    } catch (error) {
      throw error instanceof RateLimiterRes ? refuse(error.msBeforeNext) : error
    }
  }
  return {
    async knock(token, address) {
      const sender = networkOf(address)
      const before = await wrongs.get(sender)
      if (before !== null && before.consumedPoints > perSenderWrong) throw refuse(before.msBeforeNext)
      await take(senders, sender)
      await take(tokens, token)
    },
    wrong: async (address) => void (await wrongs.penalty(networkOf(address))),
    mayKeep: (channelId) => within(kept, channelId),
    mayNote: (channelId, what) => within(noted, `${what} ${channelId}`),
  }
}
