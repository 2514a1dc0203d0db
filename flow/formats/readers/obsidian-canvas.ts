/**
 * JSON Canvas, the open format of Obsidian's boards: cards of text, files and links, and groups. Source:
 * jsoncanvas.org, version 1.0; docs/formats.md, "obsidian-canvas".
 */
import { emptyFlow, type RawFlow, Warnings } from '#flow/draft.ts'
import { type NodeFields, readDiagram } from '#flow/formats/shared/diagram.ts'
import { assignToFrames, type Rectangle } from '#flow/formats/shared/frames.ts'
import type { FlowReader } from '#flow/formats/shared/format.ts'
import { omitKeys } from '#flow/formats/shared/graph.ts'
import { mapTo } from '#flow/formats/shared/node-mapping.ts'
import { idOf, isRecord, type Json, type JsonRecord, listOf, numberOf, recordOf, textOf } from '#lib/json/json.ts'

const cardTypes = new Set(['text', 'file', 'link', 'group'])

const isCard = (item: Json): boolean =>
  isRecord(item) && cardTypes.has(textOf(item['type'])) && numberOf(item['width']) !== null

const isConnection = (item: Json): boolean => isRecord(item) && 'fromNode' in item && 'toNode' in item

export const isObsidianCanvas = ({ nodes, edges }: JsonRecord): boolean =>
  Array.isArray(nodes) &&
  nodes.length > 0 &&
  nodes.every(isCard) &&
  (edges === undefined || (Array.isArray(edges) && edges.every(isConnection)))

/** Maximum length of a name taken from text. */
const maxNameLength = 80

/** The first non-empty line, without leading Markdown marks. */
function firstLine(text: string): string {
  const line = text.split('\n').find((each) => /[\p{L}\p{N}]/u.test(each)) ?? ''
  const name = line.replace(/^[\s#>*+-]+/, '').trim()
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name
}

const nameOf = (item: JsonRecord): string =>
  textOf(item['label']) ||
  firstLine(textOf(item['text'])) ||
  textOf(item['file']).replace(/^.*\//, '') ||
  textOf(item['url'])

/** A text card without connections becomes a note. */
function readNodeFields(item: JsonRecord, joined: ReadonlySet<string>): NodeFields {
  const type = textOf(item['type'])
  const colour = textOf(item['color'])
  const style: JsonRecord = colour === '' ? {} : { colour }
  const name = nameOf(item)
  if (type === 'group') return { mapped: mapTo('group', { label: textOf(item['label']), ...style }), name }
  const id = idOf(item['id'])
  if (type === 'text' && (id === null || !joined.has(id)))
    return { mapped: mapTo('note', { text: textOf(item['text']), ...style }), name }
  return { mapped: mapTo(type, style), name, notes: textOf(item['text']) }
}

const boxOf = (item: JsonRecord): Rectangle | null => {
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((key) => numberOf(item[key]))
  return x != null && y != null && width != null && height != null ? { x, y, width, height } : null
}

/** Assigns cards to the groups that contain them, by position, because the file has no parents. */
function fillGroups(flow: RawFlow, items: readonly JsonRecord[]): void {
  const groups = flow.nodes.flatMap((node, index) => {
    const frame = node.type === 'group' ? boxOf(items[index] ?? {}) : null
    return frame === null ? [] : [{ node, frame }]
  })
  const boxes = flow.nodes.flatMap((node, index) =>
    node.type === 'group' ? [] : [{ node, box: boxOf(items[index] ?? {}) }],
  )
  for (const { node, frame } of groups) node.size = { width: frame.width, height: frame.height }
  assignToFrames({
    groups: groups.map(({ node }) => node),
    frames: groups.map(({ frame }) => frame),
    nodes: boxes.map(({ node }) => node),
    boxes: boxes.map(({ box }) => box),
  })
}

/** One flow per file, named after the file. */
export const readObsidianCanvas: FlowReader = (document) => {
  const top = recordOf(document)
  const flow = emptyFlow()
  const warnings = new Warnings()
  const items = listOf(top['nodes']).filter(isRecord)
  const edges = listOf(top['edges']).filter(isRecord)
  const joined = new Set(edges.flatMap(({ fromNode, toNode }) => [fromNode, toNode].map((end) => idOf(end) ?? '')))
  readDiagram(
    {
      nodes: items,
      edges: edges.map((edge) => ({ ...edge, source: edge['fromNode'] ?? null, target: edge['toNode'] ?? null })),
      node: (item) => readNodeFields(item, joined),
      edge: ({ label }) => ({
        source_handle: textOf(label) || 'out',
        target_handle: null,
        label: textOf(label) || null,
      }),
    },
    flow,
    warnings,
  )
  fillGroups(flow, items)
  flow.metadata = { source: { format: 'obsidian-canvas', ...omitKeys(top, new Set(['nodes', 'edges'])) } }
  flow.warnings = warnings.all()
  return { ok: true, flows: [flow] }
}
