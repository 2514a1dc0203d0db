/** Channels: the list. */
import { channel } from '#contract/channel.ts'
import { listChannels } from '#server/store/channel.ts'
import { handler, type Handler } from './handler.ts'

const list = handler(channel.list, async ({ scope }, { query }) => ({ body: await listChannels(scope, query) }))

export const channelHandlers: Handler[] = [list]
