/** One tab of Node-RED as the row of a flow. Pure. */
import type { FlowStatus, FlowSummary } from '#contract/flow.ts'
import { textOf, type JsonRecord } from '#lib/json/json.ts'
import type { Known } from '#server/connectors/connector.ts'
import { factsOf } from '#server/connectors/flow-file.ts'
import { channelsOf } from './channel-rows.ts'
import { isPlaced, nameOf, versionOf, type FlowsIndex, type Sheet } from './flows-index.ts'
import { documentOfTab } from './tab-export.ts'
import { toolsOf } from './tool-rows.ts'

/** Node-RED has no drafts and no archive: a disabled tab is paused. */
export const statusOf = (tab: JsonRecord): FlowStatus => (tab['disabled'] === true ? 'paused' : 'active')

export type TabRow = Known<FlowSummary> & { id: string; name: string; status: FlowStatus; version: number }

/** Facts of a tab without nodes, which is no flow for a reader. */
const emptyFacts = { node_count: 0, edge_count: 0, trigger_types: [] }

/** The row of a tab. Node-RED records neither times nor runs. */
export function tabRowOf(sheet: Sheet, index: FlowsIndex): TabRow {
  const { id, owner, items } = sheet
  const name = nameOf(owner)
  const facts = items.some(isPlaced) ? factsOf('Node-RED', documentOfTab(sheet, index), name) : emptyFacts
  return {
    ...facts,
    id,
    name,
    description: textOf(owner['info']),
    status: statusOf(owner),
    version: versionOf(sheet),
    tools: toolsOf(sheet, index).map(({ id: tool, key, name: title, category }) => ({
      id: tool,
      key,
      name: title,
      category,
    })),
    channels: channelsOf(sheet, index).map(({ id: channel, name: title, type }) => ({
      id: channel,
      name: title,
      type,
    })),
    sample: false,
  }
}
