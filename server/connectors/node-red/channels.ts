/** Endpoints of channels, from the receiving nodes of Node-RED's tabs. */
import { channel, type Channel, type ChannelDetail } from '#contract/channel.ts'
import { notFound } from '#server/base/fault.ts'
import { basePath } from '#server/base/proxy-settings.ts'
import { answer, type ConnectorHandler, type Known } from '#server/connectors/connector.ts'
import { listPage } from '#server/connectors/list-page.ts'
import { channelsOf, type ChannelRow } from './channel-rows.ts'
import { statusOf } from './tab-row.ts'
import { sheetOf, type NodeRedState } from './node-red-state.ts'

/**
 * Address of the nodes for senders; null if the instance serves none, or the key may not read its settings. Their path
 * (httpNodeRoot) is beside that of the editor (httpAdminRoot), which is the end of the product's address.
 */
async function nodeAddress(state: NodeRedState): Promise<string | null> {
  const { publicBase, client } = state.options
  const root = (await state.settings())?.httpNodeRoot
  if (typeof root !== 'string') return null
  const admin = basePath(client.base)
  const start = publicBase.endsWith(admin) ? publicBase.slice(0, publicBase.length - admin.length) : publicBase
  return `${start}/${root}`.replace(/\/+$/, '').replaceAll(/(?<!:)\/{2,}/g, '/')
}

const addressOf = (url: string, { provider }: ChannelRow): string =>
  provider === 'websocket in' ? url.replace(/^http/, 'ws') : url

const withoutSettings = ({ path: _path, config: _config, ...row }: ChannelRow): Known<Channel> => row

export function channelHandlers(state: NodeRedState): ConnectorHandler[] {
  const all = async (): Promise<ChannelRow[]> => {
    const { index } = await state.flows()
    return index.tabs.flatMap((tab) => channelsOf(tab, index))
  }

  return [
    answer(channel.list, async ({ query, filter }) => {
      const page = listPage(
        channel.list,
        { rows: await all(), isComplete: true },
        { query: { ordering: 'name', ...query }, filter },
      )
      return { ...page, results: page.results.map(withoutSettings) }
    }),
    answer(channel.read, async ({ params: { id } }) => {
      const found = (await all()).find((one) => one.id === id)
      if (!found) throw notFound('channel')
      const { path, config, ...row } = found
      const start = path === null ? null : await nodeAddress(state)
      const { owner } = sheetOf((await state.flows()).index, found.flow?.id ?? '')
      const detail: Known<ChannelDetail> = {
        ...row,
        config,
        credentials: {},
        address: start === null || path === null ? null : addressOf(`${start}${path}`, found),
        flow_status: statusOf(owner),
      }
      return detail
    }),
  ]
}
