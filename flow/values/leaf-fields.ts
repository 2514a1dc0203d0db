/**
 * Values without a declared type, found by path: strings and numbers of the JSON of another product, of a request body,
 * or of a variable. Linear, not recursive.
 */
import { isRecord, type Json } from '#lib/json/json.ts'
import type { DeclaredField, ValuePath } from './value-field.ts'

/** From this length on, a text is edited in a larger field. */
const minLongText = 80

/** Identifiers and connections, at any depth. */
const structuralFields: ReadonlySet<string> = new Set(['id', 'type', 'typeVersion', 'link', 'links', 'wires'])

/** Names, places and ports of a node in the editor of its product: fields of the node itself or of its `data`. */
const editorFields: ReadonlySet<string> = new Set([
  'name',
  'title',
  'label',
  'category',
  'class_type',
  'version',
  'description',
  'notes',
  'x',
  'y',
  'z',
  'w',
  'h',
  'width',
  'height',
  'pos',
  'position',
  'size',
  'bounding',
  'color',
  'colour',
  'mode',
  'order',
  'extent',
  'parentId',
  'visualData',
  'nodes',
  'outputs',
  'inputParams',
  'inputAnchors',
  'outputAnchors',
  'credentials',
])

/** The rule for a string or number by its current value. */
export const leafRule = (value: string | number): Pick<DeclaredField, 'kind' | 'allowsEmpty'> =>
  typeof value === 'number'
    ? { kind: 'number' }
    : { kind: value.length >= minLongText || value.includes('\n') ? 'long text' : 'text', allowsEmpty: true }

interface OpenValue {
  path: ValuePath
  value: Json
}

/** Whether a field of a node of another product is no setting. `path`: within the node. */
function isStructural(path: ValuePath, value: Json): boolean {
  const name = path.at(-1) ?? ''
  if (structuralFields.has(name)) return true
  const isOfNode = path.length === 1 || (path.length === 2 && path[0] === 'data')
  if (isOfNode && editorFields.has(name)) return true
  // ComfyUI: a port with its connection, and in files for its API the node and output that an input comes from.
  if (isRecord(value)) return Object.hasOwn(value, 'link')
  const [source, output] = Array.isArray(value) && value.length === 2 ? value : []
  return path[0] === 'inputs' && path.length === 2 && typeof source === 'string' && typeof output === 'number'
}

/** Strings and numbers under a value, in order. `prefix`: path of the value. `isForeign`: of a node of another product. */
export function leafFields(root: Json, prefix: ValuePath, isForeign = false): DeclaredField[] {
  const found: DeclaredField[] = []
  const open: OpenValue[] = [{ path: [], value: root }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, value } = next
    if (isForeign && path.length > 0 && isStructural(path, value)) continue
    if (typeof value === 'string' || typeof value === 'number')
      found.push({ path: [...prefix, ...path], label: path.join('.'), ...leafRule(value) })
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value).toReversed()) open.push({ path: [...path, key], value: inner })
  }
  return found
}
