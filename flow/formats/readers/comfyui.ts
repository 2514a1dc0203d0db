/** ComfyUI editor format: `nodes`, `links` between slots, and frames. Source: docs/formats.md, "comfyui". */
import type { Node } from '#contract/flow.ts'
import { emptyFlow, Ids, makeNode, type RawFlow, Warnings } from '#flow/draft.ts'
import { comfyuiNode } from '#flow/formats/node-types/comfyui-node.ts'
import { type EdgeFields, readDiagram } from '#flow/formats/shared/diagram.ts'
import { framesOf, assignToFrames, type Rectangle } from '#flow/formats/shared/frames.ts'
import type { FlowReader } from '#flow/formats/shared/format.ts'
import { omitKeys } from '#flow/formats/shared/graph.ts'
import { memoizedByRecord, outputAt } from '#flow/formats/shared/outputs.ts'
import { count } from '#lib/count.ts'
import { idOf, isRecord, type Json, type JsonRecord, listOf, numberOf, recordOf, textOf } from '#lib/json/json.ts'

/** Reads a pair: a list, or an object with keys "0" and "1". Both occur in the same file. */
function pairOf(value: Json | undefined): { x: number; y: number } | null {
  const [first, second] = isRecord(value) ? [value['0'], value['1']] : listOf(value)
  const [x, y] = [numberOf(first), numberOf(second)]
  return x !== null && y !== null ? { x, y } : null
}

function sizeOf(item: JsonRecord): Node['size'] {
  const size = pairOf(item['size'])
  return size !== null && size.x > 0 && size.y > 0 ? { width: size.x, height: size.y } : null
}

/** Mode 2 is muted, 4 bypassed; the number is kept in the original node. */
const isDisabled = (item: JsonRecord): boolean => item['mode'] === 2 || item['mode'] === 4

/**
 * Converts a link, which is `[id, source, slot, target, slot, type]` or an object, to an edge; any other value is
 * returned unchanged.
 */
function linkOf(link: Json): Json {
  const isList = Array.isArray(link)
  if (!isList && !isRecord(link)) return link
  const [id, source, sourceSlot, target, targetSlot, type] = isList
    ? link
    : [link['id'], link['origin_id'], link['origin_slot'], link['target_id'], link['target_slot'], link['type']]
  return {
    id: id ?? null,
    source: source ?? null,
    target: target ?? null,
    source_slot: sourceSlot ?? null,
    target_slot: targetSlot ?? null,
    value_type: type ?? null,
  }
}

const slotName = (slot: JsonRecord): string => textOf(slot['label']) || textOf(slot['name']) || textOf(slot['type'])

const outputsOf = memoizedByRecord((item) =>
  listOf(item['outputs']).map((output, index) => ({ name: `out:${index}`, label: slotName(recordOf(output)) })),
)

function readEdgeFields(link: JsonRecord, source: JsonRecord, nodes: ReadonlyMap<string, JsonRecord>): EdgeFields {
  const slot = numberOf(link['source_slot']) ?? 0
  const inputs = listOf(nodes.get(idOf(link['target']) ?? '')?.['inputs'])
  const input = recordOf(inputs[numberOf(link['target_slot']) ?? -1])
  return { ...outputAt(outputsOf(source), slot), target_handle: slotName(input) || null }
}

/** Subgraph definitions by id, which is the type of their instances. */
function definitionsOf(top: JsonRecord): Map<string, JsonRecord> {
  const list = listOf(recordOf(top['definitions'])['subgraphs']).filter(isRecord)
  return new Map(list.map((definition) => [textOf(definition['id']), definition]))
}

function warnOfSubgraphs(flow: RawFlow, definitions: ReadonlyMap<string, JsonRecord>, warnings: Warnings): void {
  for (const node of flow.nodes) {
    const definition = definitions.get(textOf(recordOf(node.config['original'])['type']))
    if (definition === undefined) continue
    const inside = listOf(definition['nodes']).length
    const message = `“${node.name.slice(0, 80)}” is a subgraph with ${count(inside, 'node')}, kept but not shown.`
    warnings.add('inner_flow', message, node.id)
  }
}

/** Adds frames as groups, which become parents of the nodes inside. Frames have no id in older files. */
function addGroups(top: JsonRecord, items: readonly JsonRecord[], flow: RawFlow): void {
  const frames = framesOf(listOf(top['groups']))
  if (frames.length === 0) return
  const taken = new Ids('node')
  for (const node of flow.nodes) taken.assign(node.id, 'node')
  const groups = frames.map(({ item, box }, index) =>
    makeNode({
      id: taken.assign(null, `group:${idOf(item['id']) ?? index + 1}`),
      type: 'group',
      name: textOf(item['title']),
      position: { x: box.x, y: box.y },
      size: { width: box.width, height: box.height },
      config: {
        label: textOf(item['title']),
        colour: textOf(item['color']),
        original: omitKeys(item, new Set(['title'])),
      },
    }),
  )
  // Uses the boxes of the file, most of which are larger than our cards.
  const boxes = flow.nodes.map((node, index): Rectangle | null => {
    const size = sizeOf(items[index] ?? {}) ?? { width: 0, height: 0 }
    return node.position === null ? null : { ...node.position, ...size }
  })
  assignToFrames({ groups, frames: frames.map(({ box }) => box), nodes: flow.nodes, boxes })
  flow.nodes.unshift(...groups)
}

/** One flow per file. Subgraphs stay in `metadata.source.definitions`. */
export const readComfyui: FlowReader = (document) => {
  const top = recordOf(document)
  const flow = emptyFlow()
  const warnings = new Warnings()
  const items = listOf(top['nodes']).filter(isRecord)
  const definitions = definitionsOf(top)
  const byId = new Map(items.toReversed().map((item) => [idOf(item['id']) ?? '', item]))
  readDiagram(
    {
      nodes: listOf(top['nodes']),
      // Deleted links leave null entries.
      edges: listOf(top['links']).flatMap((link) => (link === null ? [] : [linkOf(link)])),
      node: (item) => ({
        ...comfyuiNode(item, definitions),
        position: pairOf(item['pos']),
        size: sizeOf(item),
        disabled: isDisabled(item),
      }),
      edge: (link, source) => readEdgeFields(link, source, byId),
    },
    flow,
    warnings,
  )
  warnOfSubgraphs(flow, definitions, warnings)
  addGroups(top, items, flow)
  flow.name = textOf(top['name'])
  flow.metadata = { source: { format: 'comfyui', ...omitKeys(top, new Set(['nodes', 'links', 'groups', 'name'])) } }
  flow.warnings = warnings.all()
  return { ok: true, flows: [flow] }
}
