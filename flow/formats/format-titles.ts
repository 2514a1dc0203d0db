/**
 * Titles of the file formats, in the order in which console and documents list them. Every format needs a row here and
 * one in formats.ts, which the compiler checks. Separate from the readers, which only the worker loads.
 */
import { recordOf, textOf, type JsonRecord } from '#lib/json/json.ts'

interface FormatTitle {
  /** Title as written within a sentence: "Node-RED", "flow template". */
  title: string
  /** Whether the nodes are converted from those of the product; others are read unchanged. */
  isConverted: boolean
  /** How the sentence about importable files lists it: as a product, as a file ("an Obsidian canvas"), or not. */
  listed: 'product' | 'file' | 'no'
  /** The product whose files have the format, if it is not the title. */
  product?: string
  /** File extensions specific to this format, with the language of the file. */
  endings?: Readonly<Record<string, 'json' | 'yaml'>>
}

export const formatTitles = {
  'flow-template': { title: 'flow template', isConverted: false, listed: 'no' },
  n8n: { title: 'n8n', isConverted: true, listed: 'product' },
  'node-red': { title: 'Node-RED', isConverted: true, listed: 'product' },
  flowise: { title: 'Flowise', isConverted: true, listed: 'product' },
  langflow: { title: 'Langflow', isConverted: true, listed: 'product' },
  dify: { title: 'Dify', isConverted: true, listed: 'product' },
  comfyui: { title: 'ComfyUI', isConverted: true, listed: 'product' },
  'comfyui-api': { title: 'ComfyUI (API form)', isConverted: true, listed: 'no', product: 'ComfyUI' },
  kestra: { title: 'Kestra', isConverted: true, listed: 'product' },
  activepieces: { title: 'Activepieces', isConverted: true, listed: 'product' },
  windmill: { title: 'Windmill', isConverted: true, listed: 'product' },
  sim: { title: 'Sim', isConverted: true, listed: 'product' },
  rivet: {
    title: 'Rivet',
    isConverted: true,
    listed: 'product',
    endings: { '.rivet-project': 'yaml', '.rivet-graph': 'yaml' },
  },
  'obsidian-canvas': {
    title: 'Obsidian canvas',
    isConverted: true,
    listed: 'file',
    product: 'Obsidian',
    endings: { '.canvas': 'json' },
  },
  'node-link': { title: 'node-link graph', isConverted: true, listed: 'no' },
  generic: { title: 'nodes and edges', isConverted: false, listed: 'no' },
} as const satisfies Readonly<Record<string, FormatTitle>>

export type FormatId = keyof typeof formatTitles

const rows: Readonly<Record<FormatId, FormatTitle>> = formatTitles

/** Whether a format is in the table. A flow stored by another version may have an unknown format. */
export const isFormat = (format: string): format is FormatId => Object.hasOwn(rows, format)

/** Display name of a format. */
export const formatTitle = (format: string): string => (isFormat(format) ? rows[format].title : format)

/** Title of the format from which a flow is converted; null if the format is read unchanged. */
export const convertedFrom = (format: string): string | null =>
  isFormat(format) && !rows[format].isConverted ? null : formatTitle(format)

/** The product that a flow was made for, by its metadata; null if it is unknown or has no name. */
export function productOf(metadata: JsonRecord): string | null {
  const format = textOf(recordOf(metadata['source'])['format'])
  if (!isFormat(format)) return null
  const { title, listed, product } = rows[format]
  return product ?? (listed === 'product' ? title : null)
}

const endings = Object.values(rows).flatMap((row) => Object.entries(row.endings ?? {}))

/** File extensions of flow files, except the usual ones of JSON and YAML. */
export const formatEndings: readonly string[] = endings.map(([ending]) => ending)

const yamlEndings = ['.yaml', '.yml', ...endings.flatMap(([ending, language]) => (language === 'yaml' ? ending : []))]

/** Whether a file is YAML according to its name. */
export const isYamlName = (name: string): boolean => {
  const lower = name.toLowerCase()
  return yamlEndings.some((ending) => lower.endsWith(ending))
}

const listedAs = (place: FormatTitle['listed']): string[] =>
  Object.values(rows).flatMap(({ title, listed }) => (listed === place ? title : []))

const withArticle = (title: string): string => `${/^[aeiou]/i.test(title) ? 'an' : 'a'} ${title}`

/** The importable files, as a sentence. */
export function importableFiles(): string {
  const products = new Intl.ListFormat('en-GB').format(listedAs('product'))
  return `Flow templates, and flows of ${products}, or ${listedAs('file').map(withArticle).join(' or ')}.`
}
