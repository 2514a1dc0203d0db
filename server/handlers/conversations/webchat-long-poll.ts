/** Holds a question until there is something new. */
import type { Services } from '#server/protocol/services.ts'
import type { TalkState } from '#server/store/conversations/webchat.ts'

/** Questions held for one visitor: a page in two or three tabs. */
const maxEach = 4
/** All of them in this process. Beyond, they are answered at once, and the page asks again after a pause. */
const maxAll = 1_000
/** How often the stop of the service is noticed. */
const breathMs = 500
/** Looked at so often without being told of news: a word between processes may be lost with its connection. */
const untoldMs = 5_000

const held = new Map<string, number>()
let all = 0

interface Question {
  services: Services
  account: string
  /** Whose question it is. */
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
      // Before the first message there is no conversation yet that one could wait for.
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

/** The talk as it is once it is news, or when the time is over. */
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
