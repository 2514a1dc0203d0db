/**
 * All readable formats, in the order in which they are tried. To add one: a reader in readers/, a row here and one in
 * format-titles.ts, a section in docs/formats.md, and a folder in test/fixtures/flows/.
 */
import { templateFormat } from '#contract/values/template-format.ts'
import { type FormatId, formatTitle, isFormat } from './format-titles.ts'
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
import { isWindmill, readWindmill } from './readers/windmill.ts'
import { isRecord, type Json, type JsonRecord, recordOf } from '#lib/json/json.ts'

const isList = (value: Json | undefined): boolean => Array.isArray(value)

type FormatRow = Omit<FlowFormat, 'id'>

/** A format whose documents are objects. */
const row = (matches: (document: JsonRecord) => boolean, read: FlowFormat['read']): FormatRow => ({
  matches: (document) => isRecord(document) && matches(document),
  read,
})

const rows = {
  'flow-template': row(
    (top) => top['format'] === templateFormat || isList(recordOf(top['flow'])['nodes']),
    readTemplate,
  ),
  'node-red': { matches: isNodeRed, read: readNodeRed },
  rivet: row(isRivet, readRivet),
  dify: row(isDify, readDify),
  kestra: row(isKestra, readKestra),
  n8n: { matches: isN8n, read: readN8n },
  'node-link': row(isNodeLink, readNodeLink),
  comfyui: row(({ nodes, links }) => isList(nodes) && isList(links), readComfyui),
  'obsidian-canvas': row(isObsidianCanvas, readObsidianCanvas),
  langflow: row(isLangflow, readLangflow),
  flowise: row(isFlowise, readFlowise),
  sim: row(isSim, readSim),
  activepieces: row(isActivepieces, readActivepieces),
  windmill: row(isWindmill, readWindmill),
  'comfyui-api': row(isComfyuiApi, readComfyuiApi),
  generic: row(
    ({ nodes, edges }) => (isList(nodes) || isRecord(nodes)) && (isList(edges) || isRecord(edges)),
    readGeneric,
  ),
} satisfies Record<FormatId, FormatRow>

export const flowFormats: readonly FlowFormat[] = Object.keys(rows)
  .filter(isFormat)
  .map((id) => ({ id, ...rows[id] }))

/** Pairs of fields that identify a format: if a document has both but was not recognised, one has the wrong type. */
const pairs: readonly (readonly [FormatId, string, string])[] = [
  ['n8n', 'nodes', 'connections'],
  ['comfyui', 'nodes', 'links'],
  ['generic', 'nodes', 'edges'],
  ['sim', 'blocks', 'edges'],
  ['kestra', 'namespace', 'tasks'],
]

/** Why a document that resembles a known format does not match; null if it resembles none. */
export function explainMismatch(document: Json): string | null {
  if (!isRecord(document)) return null
  const pair = pairs.find(([, one, other]) => one in document && other in document)
  if (pair === undefined) return null
  const [format, one, other] = pair
  return `This file looks like ${formatTitle(format)}, but “${one}” or “${other}” has the wrong type.`
}
