/**
 * Every format that can be read, in the order in which they are asked. To add one: a reader in a file
 * of its own beside this one, a row here, and a folder in test/fixtures/flows/.
 */
import { templateFormat } from '#contract/template-format.ts'
import { isActivepieces, readActivepieces } from '#flow/formats/activepieces.ts'
import { isComfyuiApi, readComfyuiApi } from '#flow/formats/comfyui-api.ts'
import { readComfyui } from '#flow/formats/comfyui.ts'
import { isDify, readDify } from '#flow/formats/dify.ts'
import { isFlowise, readFlowise } from '#flow/formats/flowise.ts'
import { readTemplate } from '#flow/formats/flow-template.ts'
import type { FlowFormat } from '#flow/formats/format.ts'
import { readGeneric } from '#flow/formats/generic.ts'
import { isKestra, readKestra } from '#flow/formats/kestra.ts'
import { isLangflow, readLangflow } from '#flow/formats/langflow.ts'
import { isN8n, readN8n } from '#flow/formats/n8n.ts'
import { isNodeRed, readNodeRed } from '#flow/formats/node-red.ts'
import { isNodeLink, readNodeLink } from '#flow/formats/node-link.ts'
import { isObsidianCanvas, readObsidianCanvas } from '#flow/formats/obsidian-canvas.ts'
import { isRivet, readRivet } from '#flow/formats/rivet.ts'
import { isSim, readSim } from '#flow/formats/sim.ts'
import { isRecord, type Json, type JsonRecord, recordOf } from '#lib/json.ts'

const isList = (value: Json | undefined): boolean => Array.isArray(value)

/** A row whose test needs an object. */
const row = (id: string, matches: (document: JsonRecord) => boolean, read: FlowFormat['read']): FlowFormat => ({
  id,
  matches: (document) => isRecord(document) && matches(document),
  read,
})

export const flowFormats: readonly FlowFormat[] = [
  row(
    'flow-template',
    (top) => top['format'] === templateFormat || isList(recordOf(top['flow'])['nodes']),
    readTemplate,
  ),
  { id: 'node-red', matches: isNodeRed, read: readNodeRed },
  row('rivet', isRivet, readRivet),
  row('dify', isDify, readDify),
  row('kestra', isKestra, readKestra),
  { id: 'n8n', matches: isN8n, read: readN8n },
  row('node-link', isNodeLink, readNodeLink),
  row('comfyui', ({ nodes, links }) => isList(nodes) && isList(links), readComfyui),
  row('obsidian-canvas', isObsidianCanvas, readObsidianCanvas),
  row('langflow', isLangflow, readLangflow),
  row('flowise', isFlowise, readFlowise),
  row('sim', isSim, readSim),
  row('activepieces', isActivepieces, readActivepieces),
  row('comfyui-api', isComfyuiApi, readComfyuiApi),
  row(
    'generic',
    ({ nodes, edges }) => (isList(nodes) || isRecord(nodes)) && (isList(edges) || isRecord(edges)),
    readGeneric,
  ),
]

/** Two fields by which a format is known, where one of them has the wrong shape. */
const pairs: readonly (readonly [string, string, string])[] = [
  ['n8n', 'nodes', 'connections'],
  ['ComfyUI', 'nodes', 'links'],
  ['nodes and edges', 'nodes', 'edges'],
  ['Sim', 'blocks', 'edges'],
  ['Kestra', 'namespace', 'tasks'],
]

/** What is wrong with a document that nearly is one of the formats; null where it is none at all. */
export function nearMiss(document: Json): string | null {
  if (!isRecord(document)) return null
  const pair = pairs.find(([, one, other]) => one in document && other in document)
  if (pair === undefined) return null
  const [title, one, other] = pair
  return `This looks like a file of ${title}, but “${one}” or “${other}” has the wrong shape.`
}
