/** Endpoints whose handlers are being written. */
import { channel } from '#contract/channel.ts'
import { Fault } from '#server/fault.ts'
import { handler, type Handler } from './handler.ts'

const later = async (): Promise<never> => {
  throw new Fault('unavailable', 'This is not there yet.')
}

export const laterHandlers: Handler[] = [handler(channel.test, later)]
