/**
 * ComfyUI API format: an object of id → `{class_type, inputs}`, sometimes in `{prompt}`. Source: docs/formats.md,
 * "comfyui-api".
 */
import { emptyFlow, Warnings } from '#flow/draft.ts'
import { readDiagram } from '#flow/formats/shared/diagram.ts'
import type { FlowReader } from '#flow/formats/shared/format.ts'
import { mapTo } from '#flow/formats/shared/node-mapping.ts'
import { omitKeys } from '#flow/formats/shared/graph.ts'
import { idOf, isRecord, type Json, type JsonRecord, recordOf, textOf } from '#lib/json/json.ts'

const promptItems = (document: JsonRecord): JsonRecord => (isRecord(document['prompt']) ? document['prompt'] : document)

export function isComfyuiApi(document: JsonRecord): boolean {
  const items = Object.values(promptItems(document))
  return items.length > 0 && items.every((item) => typeof recordOf(item)['class_type'] === 'string')
}

/**
 * An input that refers to a node's output: `[id, slot]`. A pair of numbers is a value, unless the first is a node id.
 */
function linkOf(value: Json, items: JsonRecord): { source: string; slot: number } | null {
  if (!Array.isArray(value) || value.length !== 2) return null
  const [from = null, slot] = value
  const source = idOf(from)
  if (source === null || typeof slot !== 'number' || !Number.isInteger(slot)) return null
  return typeof from === 'string' || Object.hasOwn(items, source) ? { source, slot } : null
}

function linksOf(items: JsonRecord): JsonRecord[] {
  const links: JsonRecord[] = []
  for (const [target, item] of Object.entries(items))
    for (const [input, value] of Object.entries(recordOf(recordOf(item)['inputs']))) {
      const link = linkOf(value, items)
      if (link !== null) links.push({ ...link, target, input })
    }
  return links
}

/** For each output slot of a node, the names of the inputs that it is connected to. */
type Slots = ReadonlyMap<number, ReadonlySet<string>>

function slotsOf(links: readonly JsonRecord[]): Map<string, Slots> {
  const slots = new Map<string, Map<number, Set<string>>>()
  for (const { source, slot, input } of links) {
    const own = slots.get(textOf(source)) ?? new Map<number, Set<string>>()
    slots.set(textOf(source), own.set(Number(slot), (own.get(Number(slot)) ?? new Set()).add(textOf(input))))
  }
  return slots
}

/**
 * Label of an output slot, which has no name in the file: the name of the connected inputs if they have the same name,
 * else the number of the slot. Null for nodes that use only one slot.
 */
function slotLabel(slots: Slots | undefined, slot: number): string | null {
  if (slots === undefined || slots.size <= 1) return null
  const [only, ...others] = slots.get(slot) ?? []
  return only === undefined || only === '' || others.length > 0 ? `slot ${slot}` : only
}

/** One flow per file, without positions. */
export const readComfyuiApi: FlowReader = (document) => {
  const top = recordOf(document)
  const items = promptItems(top)
  const flow = emptyFlow()
  const warnings = new Warnings()
  const links = linksOf(items)
  const slots = slotsOf(links)
  readDiagram(
    {
      nodes: Object.entries(items).map(([id, item]) => ({ ...recordOf(item), id })),
      edges: links,
      node: (item) => ({
        mapped: mapTo(textOf(item['class_type'])),
        name: textOf(recordOf(item['_meta'])['title']),
      }),
      edge: ({ source, slot, input }) => ({
        source_handle: Number(slot) === 0 ? 'out' : `out:${Number(slot)}`,
        target_handle: textOf(input),
        label: slotLabel(slots.get(textOf(source)), Number(slot)),
      }),
    },
    flow,
    warnings,
  )
  flow.metadata = { source: { format: 'comfyui-api', ...(items === top ? {} : omitKeys(top, new Set(['prompt']))) } }
  flow.warnings = warnings.all()
  return { ok: true, flows: [flow] }
}
