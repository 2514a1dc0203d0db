/** Long poll: resolves on a change or after the timeout. */
import type { Services } from '#server/protocol/services.ts'
import type { ChatConversation } from '#server/store/conversations/webchat.ts'

/** Maximum pending polls per visitor: a page in two or three tabs. */
const maxPerVisitor = 4
/**
 * Maximum pending polls of this process. Beyond it, polls return immediately, and the page polls again after a pause.
 */
const maxPolls = 1_000
/** Interval at which a stop of the service is noticed. */
const stopCheckMs = 500
/** Interval of checks without an event: notifications between processes may be lost with a connection. */
const rereadMs = 5_000

const pollsByVisitor = new Map<string, number>()
let pollCount = 0

interface ChatPoll {
  services: Services
  account: string
  /** Id of the visitor. */
  visitorId: string
  read: () => Promise<ChatConversation | null>
  hasChanged: (now: ChatConversation | null) => boolean
  waitMs: number
}

async function waitForChange(
  { services, account, read, hasChanged, waitMs }: ChatPoll,
  first: ChatConversation | null,
) {
  let found = first
  let isNotified = false
  let wake: () => void = () => {}
  const onEvent = () => {
    isNotified = true
    wake()
  }
  const unsubscribe = services.events.subscribe(account, {
    change({ noun, id, conversation }) {
      // Before the first message there is no conversation id to match.
      const isOurs = found === null ? noun === 'conversation' : conversation === found.id || id === found.id
      if (isOurs) onEvent()
    },
    reset: onEvent,
  })
  const end = performance.now() + waitMs
  let readAt = performance.now()
  try {
    while (!hasChanged(found) && performance.now() < end && services.lifecycle.state === 'serving') {
      await new Promise<void>((done) => {
        const timer = setTimeout(done, Math.min(stopCheckMs, Math.max(0, end - performance.now())))
        wake = () => {
          clearTimeout(timer)
          done()
        }
        if (isNotified) wake()
      })
      if (!isNotified && performance.now() - readAt < rereadMs) continue
      isNotified = false
      readAt = performance.now()
      found = await read()
    }
  } finally {
    unsubscribe()
  }
  return hasChanged(found) ? found : read()
}

/** The conversation state once it has changed, or after the timeout. */
export async function longPollChat(poll: ChatPoll): Promise<ChatConversation | null> {
  const { visitorId, read, hasChanged, waitMs } = poll
  const first = await read()
  const ownPolls = pollsByVisitor.get(visitorId) ?? 0
  if (hasChanged(first) || waitMs === 0 || ownPolls >= maxPerVisitor || pollCount >= maxPolls) return first
  pollsByVisitor.set(visitorId, ownPolls + 1)
  pollCount += 1
  try {
    return await waitForChange(poll, first)
  } finally {
    pollCount -= 1
    const remaining = (pollsByVisitor.get(visitorId) ?? 1) - 1
    if (remaining > 0) pollsByVisitor.set(visitorId, remaining)
    else pollsByVisitor.delete(visitorId)
  }
}
