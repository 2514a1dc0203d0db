/** Endpoints of channels, from the receiving nodes of Node-RED's tabs. */
import type { Channel } from '#contract/channel.ts'
import { basePath } from '#server/base/proxy-settings.ts'
import type { ConnectorHandler, Known } from '#server/connectors/connector.ts'
import { channelEndpoints } from '#server/connectors/channel-list.ts'
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

  return channelEndpoints({
    all,
    shown: withoutSettings,
    detailOf: async (row) => {
      const { path, config, flow } = row
      const start = path === null ? null : await nodeAddress(state)
      const { owner } = sheetOf((await state.flows()).index, flow?.id ?? '')
      const address = start === null || path === null ? null : addressOf(`${start}${path}`, row)
      return { config, address, flow_status: statusOf(owner) }
    },
  })
}
