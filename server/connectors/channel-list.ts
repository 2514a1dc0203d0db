/** Endpoints of channels that are all in memory, by name unless another order is asked for. */
import { channel, type Channel, type ChannelDetail } from '#contract/channel.ts'
import { notFound } from '#server/base/fault.ts'
import { answer, type ConnectorHandler, type Known } from './connector.ts'
import { listPage } from './list-page.ts'

/** The trigger of a flow that can start. */
export type ChannelRow = Known<Channel> & { id: string }

interface ChannelSource<Row> {
  all: () => Promise<readonly Row[]>
  /** The row as it is shown; absent = as it is. */
  shown?: (row: Row) => Known<Channel>
  /** What a channel has beyond its row. */
  detailOf?: (row: Row) => Partial<Known<ChannelDetail>> | Promise<Partial<Known<ChannelDetail>>>
}

export function channelEndpoints<Row extends ChannelRow>({
  all,
  shown = (row) => row,
  detailOf = () => ({}),
}: ChannelSource<Row>): ConnectorHandler[] {
  return [
    answer(channel.list, async ({ query, filter }) => {
      const kept = { rows: await all(), isComplete: true }
      const page = listPage(channel.list, kept, { query: { ordering: 'name', ...query }, filter })
      return { ...page, results: page.results.map(shown) }
    }),
    answer(channel.read, async ({ params: { id } }) => {
      const found = (await all()).find((one) => one.id === id)
      if (!found) throw notFound('channel')
      const detail: Known<ChannelDetail> = {
        ...shown(found),
        config: {},
        credentials: {},
        address: found.identifier ?? null,
        flow_status: 'active',
        ...(await detailOf(found)),
      }
      return detail
    }),
  ]
}
