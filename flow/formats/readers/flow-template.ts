/**
 * Our own template: `{format: "flow-template", flow: {nodes, edges, …}}`. Source: docs/formats.md, "flow-template".
 * Lenient: missing fields are filled in.
 */
import { templateFormat, templateVersion } from '#contract/values/template-format.ts'
import type { Node, Variable } from '#contract/flow.ts'
import { emptyFlow, type Ids, makeNode, type RawFlow, Warnings } from '#flow/draft.ts'
import type { FlowReader } from '#flow/formats/shared/format.ts'
import { firstText, itemsOf, positionOf, readEdges, readNodes } from '#flow/formats/shared/graph.ts'
import { idOf, isRecord, type JsonRecord, listOf, numberOf, recordOf, textOf } from '#lib/json/json.ts'

const nodeFields = new Set(['id', 'type', 'name', 'position', 'size', 'parent', 'tool', 'config', 'disabled', 'notes'])

function sizeOf(value: JsonRecord): Node['size'] {
  const width = numberOf(value['width'])
  const height = numberOf(value['height'])
  return width !== null && height !== null ? { width, height } : null
}

/** Reads a node. Unknown fields are kept on the node. */
function readNode(item: JsonRecord, index: number, ids: Ids): Node {
  const rest = Object.fromEntries(Object.entries(item).filter(([key]) => !nodeFields.has(key)))
  const id = ids.assign(idOf(item['id']), `node-${index + 1}`)
  const name = firstText(item, ['name', 'label', 'title'])
  return {
    ...rest,
    ...makeNode({
      id,
      type: typeof item['type'] === 'string' ? item['type'] : 'unknown',
      // An empty name is allowed; many groups have one.
      name: 'name' in item ? textOf(item['name']) : name === '' ? id : name,
      position: positionOf(item),
      size: isRecord(item['size']) ? sizeOf(item['size']) : null,
      parent: idOf(item['parent']),
      tool: typeof item['tool'] === 'string' ? item['tool'] : null,
      config: recordOf(item['config']),
      disabled: item['disabled'] === true,
      notes: textOf(item['notes']),
    }),
  }
}

function readVariables(value: JsonRecord['x'] | undefined, warnings: Warnings): Variable[] {
  const variables: Variable[] = []
  for (const item of listOf(value)) {
    const key = textOf(recordOf(item)['key'])
    if (key === '' || !isRecord(item)) warnings.add('not_a_variable', 'A variable without a key was removed.')
    else variables.push({ ...item, key })
  }
  return variables
}

function viewportOf(value: JsonRecord): RawFlow['viewport'] {
  const [x, y, zoom] = [value['x'], value['y'], value['zoom']].map(numberOf)
  return x != null && y != null && zoom != null && zoom > 0 ? { x, y, zoom } : null
}

const flowFields = new Set(['name', 'description', 'nodes', 'edges', 'metadata', 'variables', 'settings', 'viewport'])

/** "1", "1.0" and "1.0.3" are known; "1.7" may have features that this reader does not support. */
function isKnownVersion(version: string): boolean {
  const [major = '', minor = '0'] = version.split('.')
  const [knownMajor = '', knownMinor = '0'] = templateVersion.split('.')
  return major === knownMajor && /^\d+$/.test(minor) && Number(minor) <= Number(knownMinor)
}

/** Reads the flow of a template. All fields of an exported flow are kept. */
export const readTemplate: FlowReader = (document) => {
  const top = recordOf(document)
  const source = top['flow']
  if (!isRecord(source) || (!Array.isArray(source['nodes']) && !isRecord(source['nodes']))) {
    return { ok: false, code: 'bad-shape', message: 'This looks like a flow template, but “flow.nodes” is not a list.' }
  }
  const flow = emptyFlow()
  const warnings = new Warnings()
  const version = idOf(top['format_version']) ?? ''
  if (top['format'] === templateFormat && !isKnownVersion(version)) {
    warnings.add(
      'template_version',
      `The template has version “${version.slice(0, 20)}”. Features after version ${templateVersion} are ignored.`,
    )
  }
  const { ids, idByFileId } = readNodes(itemsOf(source['nodes']), readNode, flow, warnings)
  const edgeIds = readEdges(itemsOf(source['edges']), idByFileId, flow, warnings)
  const rest = Object.fromEntries(Object.entries(source).filter(([key]) => !flowFields.has(key)))
  const metadata = recordOf(source['metadata'])
  flow.name = textOf(source['name'])
  flow.description = textOf(source['description'])
  flow.metadata =
    Object.keys(rest).length === 0 ? metadata : { ...metadata, source: { ...recordOf(metadata['source']), ...rest } }
  flow.variables = readVariables(source['variables'], warnings)
  flow.settings = recordOf(source['settings'])
  flow.viewport = viewportOf(recordOf(source['viewport']))
  flow.changedIds = [...ids.changed, ...edgeIds.changed]
  flow.warnings = warnings.all()
  return { ok: true, flows: [flow] }
}
