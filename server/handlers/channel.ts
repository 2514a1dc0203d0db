/** Channels: list and read. */
import { channel } from '#contract/channel.ts'
import { notFound } from '#server/fault.ts'
import { listChannels, readChannel } from '#server/store/channel.ts'
import { handler, type Handler } from './handler.ts'

const list = handler(channel.list, async ({ scope }, { query }) => ({ body: await listChannels(scope, query) }))

const read = handler(channel.read, async ({ scope }, { params }) => {
  const found = await readChannel(scope, params.id)
  if (!found) throw notFound('channel')
  return { body: found }
})

export const channelHandlers: Handler[] = [list, read]
