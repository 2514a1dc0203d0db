/** Watchdog for a thread that does not answer pings, tolerant of a blocked main thread. */

const pingEveryMs = 5_000

/** Times in ms of one clock. */
interface Tick {
  now: number
  /** Send time of the unanswered ping. */
  pingedAt: number
  lastTick: number
  period: number
  deadline: number
}

/**
 * Evaluates a tick for an unanswered ping. A late tick proves nothing about the other thread: this one was blocked (a
 * long synchronous import, a suspended machine), so the time starts again. Otherwise the previous tick is evaluated:
 * messages that had arrived by then have been read, since the event loop has completed a turn.
 */
export function judgePing({ now, pingedAt, lastTick, period, deadline }: Tick): 'waiting' | 'again' | 'lost' {
  if (now - lastTick > 2 * period) return 'again'
  return lastTick - pingedAt > deadline ? 'lost' : 'waiting'
}

interface PingWatch {
  onPong(): void
  stop(): void
}

/**
 * Sends pings when none is pending; calls `onLost` if no answer arrives for `deadline` ms in which this thread could
 * read.
 */
export function watchPings(deadline: number, ping: () => void, onLost: () => void): PingWatch {
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
      if (verdict === 'lost') onLost()
    }
    lastTick = now
  }, period).unref()
  return {
    onPong: () => {
      pingedAt = null
    },
    stop: () => clearInterval(timer),
  }
}
