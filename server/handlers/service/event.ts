/** Handler of the event stream. */
import { event } from '#contract/event.ts'
import { handler, type Handler } from '#server/protocol/handler.ts'

const stream = handler(event.stream, async ({ services: { streams }, caller, raw }) => {
  if (!raw) throw new Error(`${event.stream.id} must be a raw endpoint.`)
  const lastId = raw.headers['last-event-id']
  const made = streams.open({
    account: caller.account,
    caller: caller.id,
    lastId: typeof lastId === 'string' && lastId !== '' ? lastId : null,
    isStillValid: () => raw.isStillValid(caller),
  })
  // Tells buffering proxies (nginx) to pass this response on immediately.
  return { body: null, stream: made, headers: { 'x-accel-buffering': 'no' } }
})

export const eventHandlers: Handler[] = [stream]
