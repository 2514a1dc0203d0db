/** Endpoints whose handlers are being written. */
import { channel } from '#contract/channel.ts'
import { hook } from '#contract/hook.ts'
import { Fault } from '#server/fault.ts'
import { handler, openHandler, type Handler } from './handler.ts'

const later = async (): Promise<never> => {
  throw new Fault('unavailable', 'This is not there yet.')
}

export const laterHandlers: Handler[] = [
  openHandler(hook.receive, later),
  handler(channel.test, later),
  handler(channel.deliveries, later),
  handler(channel.replay, later),
]
