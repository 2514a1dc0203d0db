/**
 * Every format that can be read, in the order in which they are asked. To add one: a reader in a file
 * of its own beside this one, a row here, and a folder in test/fixtures/flows/.
 */
import { templateFormat } from '#contract/values/template-format.ts'
import { isActivepieces, readActivepieces } from './readers/activepieces.ts'
import { isComfyuiApi, readComfyuiApi } from './readers/comfyui-api.ts'
import { readComfyui } from './readers/comfyui.ts'
import { isDify, readDify } from './readers/dify.ts'
import { isFlowise, readFlowise } from './readers/flowise.ts'
import { readTemplate } from './readers/flow-template.ts'
import type { FlowFormat } from './shared/format.ts'
import { readGeneric } from './readers/generic.ts'
import { isKestra, readKestra } from './readers/kestra.ts'
import { isLangflow, readLangflow } from './readers/langflow.ts'
import { isN8n, readN8n } from './readers/n8n.ts'
import { isNodeRed, readNodeRed } from './readers/node-red.ts'
import { isNodeLink, readNodeLink } from './readers/node-link.ts'
import { isObsidianCanvas, readObsidianCanvas } from './readers/obsidian-canvas.ts'
import { isRivet, readRivet } from './readers/rivet.ts'
import { isSim, readSim } from './readers/sim.ts'
import { isRecord, type Json, type JsonRecord, recordOf } from '#lib/json/json.ts'

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
  return `This looks like a file from ${title}, but “${one}” or “${other}” has the wrong shape.`
}
