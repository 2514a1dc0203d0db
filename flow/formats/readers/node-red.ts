/**
 * Node-RED exports: one flat array of tabs, subflow definitions, groups, config nodes and placed nodes. Source:
 * docs/formats.md, "node-red".
 */
import { emptyFlow, Ids, makeEdge, type RawFlow, Warnings } from '#flow/draft.ts'
import { type FlowReader } from '#flow/formats/shared/format.ts'
import { nodeRedGroup, nodeRedNode, outputHandle } from '#flow/formats/node-types/node-red-node.ts'
import { idOf, isRecord, type Json, type JsonRecord, listOf, recordOf, textOf } from '#lib/json/json.ts'

const containers = new Set(['tab', 'subflow', 'group'])

/** Whether an item is a placed node, with wires or a position; other nodes are config nodes. */
const isPlaced = (item: JsonRecord) =>
  !containers.has(textOf(item['type'])) &&
  (Array.isArray(item['wires']) || (typeof item['x'] === 'number' && typeof item['y'] === 'number'))

/** Content of one tab or subflow; `key` is the `z` of its nodes. */
interface Sheet {
  key: string
  /** The tab or subflow itself; often missing in exports of a selection. */
  owner: JsonRecord | null
  placed: JsonRecord[]
  groups: JsonRecord[]
  /** Config nodes that belong to the sheet or that its nodes refer to. */
  settings: JsonRecord[]
}

/** Groups the items of a file into sheets, in the order of the file; config nodes are returned separately. */
function sortItems(items: JsonRecord[]): { sheets: Sheet[]; configs: JsonRecord[] } {
  const sheets = new Map<string, Sheet>()
  const sheetOf = (key: string): Sheet => {
    const sheet = sheets.get(key) ?? { key, owner: null, placed: [], groups: [], settings: [] }
    sheets.set(key, sheet)
    return sheet
  }
  for (const item of items) {
    const type = textOf(item['type'])
    if (type === 'tab' || type === 'subflow') sheetOf(textOf(item['id'])).owner ??= item
  }
  const configs: JsonRecord[] = []
  for (const item of items) {
    if (isPlaced(item)) sheetOf(textOf(item['z'])).placed.push(item)
    else if (item['type'] === 'group') sheetOf(textOf(item['z'])).groups.push(item)
    else if (!containers.has(textOf(item['type']))) configs.push(item)
  }
  return { sheets: [...sheets.values()], configs }
}

/**
 * Copies each config node to every sheet that refers to it, directly or indirectly, or to the first sheet if none does.
 */
function shareConfigs(sheets: Sheet[], configs: JsonRecord[]): void {
  const byId = new Map(configs.map((config) => [textOf(config['id']), config]))
  const named = new Set<JsonRecord>()
  for (const sheet of sheets) {
    const found = new Set<JsonRecord>(configs.filter((config) => textOf(config['z']) === sheet.key && sheet.key !== ''))
    const open = [...sheet.placed, ...found]
    for (let item = open.pop(); item !== undefined; item = open.pop()) {
      for (const value of Object.values(item)) {
        const config = typeof value === 'string' ? byId.get(value) : undefined
        if (!config || found.has(config)) continue
        found.add(config)
        open.push(config)
      }
    }
    sheet.settings = configs.filter((config) => found.has(config))
    for (const config of found) named.add(config)
  }
  sheets[0]?.settings.push(...configs.filter((config) => !named.has(config)))
}

/** `taken`: new ids by item; `byId`: new id of the first node with a file id; `everywhere`: file ids on all sheets. */
interface Wiring {
  sheet: Sheet
  taken: Map<JsonRecord, string>
  byId: Map<string, string>
  everywhere: Set<string>
}

/** Reads wires as edges, or as dangling edges if the target is not on this sheet. */
function readWires({ sheet, taken, byId, everywhere }: Wiring, flow: RawFlow): Ids {
  const ids = new Ids('edge')
  const nodes = new Map(flow.nodes.map((node) => [node.id, node]))
  for (const item of sheet.placed) {
    const source = taken.get(item) ?? ''
    const ports = listOf(item['wires'])
    for (const [port, targets] of ports.entries()) {
      for (const wire of listOf(targets)) {
        if (typeof wire !== 'string') continue
        const target = byId.get(wire)
        if (target === undefined) {
          const message = everywhere.has(wire)
            ? `The node ${wire} is in another flow of the file.`
            : `No node has the id ${wire}.`
          flow.dangling.push({ source, target: wire, message })
          continue
        }
        const { handle, label } = outputOf(nodes.get(source)?.config ?? {}, port, ports.length)
        const id = ids.assign(null, `${source}:${handle}>${target}`)
        flow.edges.push(makeEdge({ id, source, target, source_handle: handle, label }))
      }
    }
  }
  return ids
}

/** Handle of an output, and for a switch the label of the case. */
function outputOf(config: JsonRecord, port: number, ports: number): { handle: string; label: string | null } {
  const option = listOf(config['cases'])[port]
  if (isRecord(option)) return { handle: textOf(option['id']), label: textOf(option['label']) }
  return { handle: outputHandle(port, ports), label: null }
}

/** A group's id in the flow and its corner on the tab. */
interface Corner {
  id: string
  x: number
  y: number
}

/**
 * Reads nested groups. Positions in the file are relative to the tab, so children are shifted by their parent's corner.
 */
function readGroups(sheet: Sheet, ids: Ids, flow: RawFlow): Map<string, Corner> {
  const corners = new Map<string, Corner>()
  for (const group of sheet.groups) {
    const node = nodeRedGroup(group, ids.assign(idOf(group['id']), 'group'))
    flow.nodes.push(node)
    const key = textOf(group['id'])
    if (!corners.has(key)) corners.set(key, { id: node.id, x: node.position?.x ?? 0, y: node.position?.y ?? 0 })
  }
  for (const [index, group] of sheet.groups.entries()) {
    const node = flow.nodes[index]
    const parent = corners.get(textOf(group['g']))
    if (!node || !parent || parent.id === node.id) continue
    node.parent = parent.id
    if (node.position) node.position = { x: node.position.x - parent.x, y: node.position.y - parent.y }
  }
  return corners
}

/** Data shared by all sheets of a file: ids of all nodes, and subflow definitions by id. */
interface AllSheets {
  everywhere: Set<string>
  subflows: ReadonlyMap<string, JsonRecord>
}

function readSheet(sheet: Sheet, { everywhere, subflows }: AllSheets): RawFlow {
  const flow = emptyFlow()
  const warnings = new Warnings()
  const ids = new Ids('node')
  const taken = new Map<JsonRecord, string>()
  const byId = new Map<string, string>()
  const groups = readGroups(sheet, ids, flow)
  for (const [index, item] of sheet.placed.entries()) {
    const id = ids.assign(idOf(item['id']), `node-${index + 1}`)
    flow.nodes.push(nodeRedNode(item, { id, group: groups.get(textOf(item['g'])) ?? null, subflows }))
    taken.set(item, id)
    const key = textOf(item['id'])
    if (!byId.has(key)) byId.set(key, id)
    if (listOf(item['links']).length > 0) {
      warnings.add(
        'virtual_wire',
        'A link node connects without a wire. The connection is kept in its config but not shown.',
        id,
      )
    }
  }
  const edgeIds = readWires({ sheet, taken, byId, everywhere }, flow)
  const owner = sheet.owner ?? {}
  flow.name = textOf(owner['label']) || textOf(owner['name'])
  flow.description = textOf(owner['info'])
  flow.metadata = {
    source: { format: 'node-red', z: sheet.key, owner: omit(owner, ['label', 'info']), config_nodes: sheet.settings },
  }
  if (owner['disabled'] === true) warnings.add('disabled_flow', 'The tab is disabled in the file.')
  flow.changedIds = [...ids.changed, ...edgeIds.changed]
  flow.warnings = warnings.all()
  return flow
}

const omit = (record: JsonRecord, keys: string[]): JsonRecord =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)))

/**
 * Items of one flow from the admin API (`GET /flow/:id`): a tab with its nodes, or for "global" the definitions shared
 * by all tabs.
 */
function itemsOfFlow({ nodes, configs, subflows, ...tab }: JsonRecord): Json[] {
  const definitions = listOf(subflows).flatMap((each) => {
    const { nodes: inner, configs: settings, ...definition } = recordOf(each)
    return [definition, ...listOf(inner), ...listOf(settings)]
  })
  const placed = listOf(nodes)
  return [...(placed.length === 0 ? [] : [{ type: 'tab', ...tab }]), ...placed, ...listOf(configs), ...definitions]
}

/** Items of an export (`[…]`), of all flows from the admin API (`{flows: […], rev}`), or of one such flow. */
export function nodeRedItems(document: Json): Json[] {
  if (!isRecord(document)) return listOf(document)
  if (typeof document['rev'] === 'string') return listOf(document['flows'])
  // Other formats with `nodes` also have a list of connections; a flow of the admin API has none.
  const isFlow =
    typeof document['id'] === 'string' && (typeof document['label'] === 'string' || document['id'] === 'global')
  return isFlow && !['edges', 'links', 'connections'].some((key) => key in document) ? itemsOfFlow(document) : []
}

/** Whether all items have an id and a type, and at least one has wires or is a tab or subflow. */
export function isNodeRed(document: Json): boolean {
  const items = nodeRedItems(document)
  const isItem = (item: Json) => isRecord(item) && typeof item['id'] === 'string' && typeof item['type'] === 'string'
  if (items.length === 0 || !items.every(isItem)) return false
  return items.some((item) => {
    const { wires, type } = recordOf(item)
    return Array.isArray(wires) || type === 'tab' || type === 'subflow'
  })
}

/** One flow per tab and per subflow definition. Tabs without nodes are omitted. */
export const readNodeRed: FlowReader = (document) => {
  const { sheets, configs } = sortItems(nodeRedItems(document).filter(isRecord))
  const full = sheets.filter((sheet) => sheet.placed.length > 0)
  if (full.length === 0) {
    return { ok: false, code: 'no-graph', message: 'This Node-RED file has settings and tabs, but no nodes.' }
  }
  shareConfigs(full, configs)
  const everywhere = new Set(full.flatMap((sheet) => sheet.placed.map((item) => textOf(item['id']))))
  const subflows = new Map(
    sheets.flatMap(({ key, owner }) => (owner?.['type'] === 'subflow' ? [[key, owner] as const] : [])),
  )
  return { ok: true, flows: full.map((sheet) => readSheet(sheet, { everywhere, subflows })) }
}
