/**
 * Rate limits of webhooks, counted in memory: they apply before the sender is authenticated, so refusing a request must
 * cost less than accepting it. Each process counts separately, so with several processes the limits multiply.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '#server/base/address-network.ts'
import { Fault } from '#server/base/fault.ts'

const windowS = 10
/** Maximum requests per token in a window: 200 per second, about the capacity of one process. */
const perToken = 2_000
/** Maximum requests per sender, to all webhooks. A proxy counts as one sender unless TRUST_PROXY is set. */
const perSender = 3_000
const refusalWindowS = 60
/**
 * Maximum refused requests per sender in a window (unknown address, bad signature); beyond it, requests are rejected
 * unread.
 */
const maxRefusedPerSender = 120
const hourS = 3_600
/** Maximum refusals per channel and hour in the delivery log: enough for diagnosis, too few to fill a disk. */
const maxLoggedRefusals = 200
const activityIntervalS = 5

export interface HookLimits {
  /** 429 beyond the request limits of the address's network and of the token, or after too many refusals. */
  admit(token: string, address: string): Promise<void>
  /** Counts a refusal for the address's network. */
  countRefusal(address: string): Promise<void>
  /** Whether another refusal of this channel may be stored in the delivery log. */
  mayLogRefusal(channelId: string): Promise<boolean>
  /**
   * Whether to write the last activity of the kind `what` now. Throttled, because a channel may get a hundred requests
   * a second.
   */
  mayUpdateActivity(channelId: string, what: string): Promise<boolean>
}

async function tryConsume(limiter: RateLimiterMemory, key: string): Promise<boolean> {
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
  const refusals = limiterOf(maxRefusedPerSender, refusalWindowS)
  const loggedRefusals = limiterOf(maxLoggedRefusals, hourS)
  const activityUpdates = limiterOf(1, activityIntervalS)
  const refuse = (msBeforeNext: number): Fault => {
    const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
    return new Fault('throttled', `Too many requests. Try again in ${seconds} s.`, {
      headers: { 'retry-after': String(seconds) },
    })
  }
  const consume = async (limiter: RateLimiterMemory, key: string) => {
    try {
      await limiter.consume(key)
    } catch (error) {
      throw error instanceof RateLimiterRes ? refuse(error.msBeforeNext) : error
    }
  }
  return {
    async admit(token, address) {
      const sender = networkOf(address)
      const before = await refusals.get(sender)
      if (before !== null && before.consumedPoints > maxRefusedPerSender) throw refuse(before.msBeforeNext)
      await consume(senders, sender)
      await consume(tokens, token)
    },
    countRefusal: async (address) => void (await refusals.penalty(networkOf(address))),
    mayLogRefusal: (channelId) => tryConsume(loggedRefusals, channelId),
    mayUpdateActivity: (channelId, what) => tryConsume(activityUpdates, `${what} ${channelId}`),
  }
}
