/** Notices a thread that answers no ping, and does not take a main thread that was busy for one. */

const pingEveryMs = 5_000

/** Times in ms on one clock. */
interface Tick {
  now: number
  /** When the unanswered ping was sent. */
  pingedAt: number
  lastTick: number
  period: number
  deadline: number
}

/**
 * What a tick says of an unanswered ping. A tick that comes late says nothing of the other thread: this one was blocked (a
 * long synchronous import, a machine that slept), so the time starts again. Otherwise the tick before is judged: what had
 * come by then has been read since, as the loop went round once.
 */
export function judgePing({ now, pingedAt, lastTick, period, deadline }: Tick): 'waiting' | 'again' | 'lost' {
  if (now - lastTick > 2 * period) return 'again'
  return lastTick - pingedAt > deadline ? 'lost' : 'waiting'
}

interface PingWatch {
  answered(): void
  stop(): void
}

/** Pings while nothing is unanswered; calls `lost` when no pong came for `deadline` ms in which this thread could read. */
export function watchPings(deadline: number, ping: () => void, lost: () => void): PingWatch {
  const period = Math.min(pingEveryMs, deadline / 2)
  let pingedAt: number | null = null
  let lastTick = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    if (pingedAt === null) {
      pingedAt = now
      ping()
    } else {
      const verdict = judgePing({ now, pingedAt, lastTick, period, deadline })
      if (verdict === 'again') pingedAt = now
      if (verdict === 'lost') lost()
    }
    lastTick = now
  }, period).unref()
  return {
    answered: () => {
      pingedAt = null
    },
    stop: () => clearInterval(timer),
  }
}
