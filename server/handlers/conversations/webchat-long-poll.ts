/** Long poll: resolves on a change or after the timeout. */
import type { Services } from '#server/protocol/services.ts'
import type { TalkState } from '#server/store/conversations/webchat.ts'

/** Maximum pending polls per visitor: a page in two or three tabs. */
const maxEach = 4
/**
 * Maximum pending polls of this process. Beyond it, polls return immediately, and the page polls again after a pause.
 */
const maxAll = 1_000
/** Interval at which a stop of the service is noticed. */
const breathMs = 500
/** Interval of checks without an event: notifications between processes may be lost with a connection. */
const untoldMs = 5_000

const held = new Map<string, number>()
let all = 0

interface Question {
  services: Services
  account: string
  /** Id of the visitor. */
  who: string
  look: () => Promise<TalkState | null>
  isNews: (now: TalkState | null) => boolean
  waitMs: number
}

async function hold({ services, account, look, isNews, waitMs }: Question, first: TalkState | null) {
  let found = first
  let isTold = false
  let wake: () => void = () => {}
  const hear = () => {
    isTold = true
    wake()
  }
  const deaf = services.events.listen(account, {
    change({ noun, id, conversation }) {
      // Before the first message there is no conversation id to match.
      const isOurs = found === null ? noun === 'conversation' : conversation === found.id || id === found.id
      if (isOurs) hear()
    },
    reset: hear,
  })
  const end = performance.now() + waitMs
  let looked = performance.now()
  try {
    while (!isNews(found) && performance.now() < end && services.lifecycle.state === 'serving') {
      await new Promise<void>((done) => {
        const timer = setTimeout(done, Math.min(breathMs, Math.max(0, end - performance.now())))
        wake = () => {
          clearTimeout(timer)
          done()
        }
        if (isTold) wake()
      })
      if (!isTold && performance.now() - looked < untoldMs) continue
      isTold = false
      looked = performance.now()
      found = await look()
    }
  } finally {
    deaf()
  }
  return isNews(found) ? found : look()
}

/** The conversation state once it has changed, or after the timeout. */
export async function longPollChat(question: Question): Promise<TalkState | null> {
  const { who, look, isNews, waitMs } = question
  const first = await look()
  const mine = held.get(who) ?? 0
  if (isNews(first) || waitMs === 0 || mine >= maxEach || all >= maxAll) return first
  held.set(who, mine + 1)
  all += 1
  try {
    return await hold(question, first)
  } finally {
    all -= 1
    const left = (held.get(who) ?? 1) - 1
    if (left > 0) held.set(who, left)
    else held.delete(who)
  }
}
