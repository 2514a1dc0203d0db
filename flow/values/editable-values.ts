/** The values of a flow that can be changed, in the order of the flow. */
import type { Node, Template, Variable } from '#contract/flow.ts'
import { productOf } from '#flow/formats/format-titles.ts'
import { foreignStep } from '#flow/health/foreign-step.ts'
import { kindOf } from '#flow/node-kind.ts'
import { isRecord, numberOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { leafFields, leafRule } from './leaf-fields.ts'
import { nodeFields } from './node-fields.ts'
import { valueAt, type DeclaredField, type ValueField, type ValueOwner } from './value-field.ts'

/** The parts of a flow that contain values. */
export type ValuesFlow = Pick<Template['flow'], 'nodes' | 'variables' | 'settings' | 'metadata'>

/** Longest time in s that a run may be active. */
const maxRunSeconds = 86_400

const isScalar = (value: Json): boolean => typeof value !== 'object' || value === null

/**
 * The field for the value that it has: a text in the place of a number is edited as text, and a value of another shape
 * not at all.
 */
function fieldFor(owner: ValueOwner, declared: DeclaredField, value: Json): ValueField[] {
  if (declared.kind === 'pairs')
    return value === null || (isRecord(value) && Object.values(value).every(isScalar))
      ? [{ ...declared, owner, value }]
      : []
  if (typeof value === 'object' && value !== null) return []
  const isNumber = declared.kind === 'number' || declared.kind === 'duration' || declared.kind === 'interval'
  if (!isNumber || value === null || numberOf(value) !== null || declared.allowsTemplate === true)
    return [{ ...declared, owner, value }]
  const { path, label, isOptional } = declared
  return [{ path, label, isOptional, kind: 'text', owner, value }]
}

/** Values by path: of a body or input that is an object, and the original JSON of a step that runs only elsewhere. */
function undeclaredFields(node: Node, product: string | null): DeclaredField[] {
  const { config, type } = node
  const kind = kindOf(type)
  const key = kind === 'api' ? 'body' : kind === 'subflow' ? 'input' : null
  const content = key === null ? null : (config[key] ?? null)
  const isInner = typeof content === 'object' || key === 'input'
  const inner = key === null || !isInner ? [] : leafFields(content, ['config', key])
  const labelled = inner.map((one) => ({ ...one, label: one.label === '' ? `${key}` : `${key}.${one.label}` }))
  if (kind === 'note' || kind === 'group') return []
  if (isRecord(config['original']))
    return foreignStep(node, product) === null
      ? labelled
      : [...labelled, ...leafFields(config['original'], ['config', 'original'], true)]
  return kind === 'unknown' ? leafFields(config, ['config'], true) : labelled
}

/** Fields of a node. `product`: that the flow was made for; null = unknown. */
export function nodeValues(node: Node, product: string | null): ValueField[] {
  const owner: ValueOwner = { kind: 'node', id: node.id }
  const root: JsonRecord = { config: node.config, disabled: node.disabled }
  return [...nodeFields(node), ...undeclaredFields(node, product)].flatMap((one) =>
    fieldFor(owner, one, valueAt(root, one.path) ?? null),
  )
}

function variableValues({ key, value = null }: Variable): ValueField[] {
  const owner: ValueOwner = { kind: 'variable', key }
  const path = ['value']
  if (typeof value === 'boolean') return [{ owner, path, label: key, kind: 'boolean', value }]
  if (typeof value === 'object' && value !== null)
    return leafFields(value, path).map((one) => ({
      ...one,
      owner,
      label: `${key}.${one.label}`,
      value: valueAt(value, one.path.slice(1)) ?? null,
    }))
  return [{ owner, path, label: key, value, ...leafRule(value ?? '') }]
}

/** Settings that the engine reads, and the others by path. */
function settingsValues(settings: JsonRecord): ValueField[] {
  const owner: ValueOwner = { kind: 'settings' }
  const declared: DeclaredField[] = [
    { path: ['timezone'], label: 'Time zone', kind: 'time zone', isOptional: true },
    {
      path: ['timeout_s'],
      label: 'Time limit of a run',
      kind: 'duration',
      unit: 's',
      min: 1,
      max: maxRunSeconds,
      isOptional: true,
    },
  ]
  const names = new Set(declared.flatMap(({ path }) => path))
  const others = leafFields(settings, []).filter(({ path }) => !names.has(path[0] ?? ''))
  return [...declared, ...others].flatMap((one) => fieldFor(owner, one, valueAt(settings, one.path) ?? null))
}

interface OwnerVisitor {
  visit: (fields: ValueField[], node: Node | null) => void
  /** Whether a config, variable or settings can be of interest: fields of others are not listed. */
  isSearched?: (content: Json) => boolean
}

/** Visits each owner of values. No list of all fields is built, because there may be millions. */
export function eachOwner(flow: ValuesFlow, { visit, isSearched = () => true }: OwnerVisitor): void {
  const product = productOf(flow.metadata)
  const keys = new Set<string>()
  for (const variable of flow.variables) {
    // A value is addressed by its key, so that of equal keys only the first can be changed.
    if (!keys.has(variable.key) && isSearched(variable.value ?? null)) visit(variableValues(variable), null)
    keys.add(variable.key)
  }
  if (isSearched(flow.settings)) visit(settingsValues(flow.settings), null)
  const ids = new Set<string>()
  for (const node of flow.nodes) {
    if (!ids.has(node.id) && isSearched(node.config)) visit(nodeValues(node, product), node)
    ids.add(node.id)
  }
}

/** Fields of variables and settings, then of nodes. */
export function editableValues(flow: ValuesFlow): ValueField[] {
  const fields: ValueField[] = []
  eachOwner(flow, {
    visit: (found) => {
      for (const one of found) fields.push(one)
    },
  })
  return fields
}

/** Reads the fields of single owners, empty if one does not exist. An index is built once, for many owners. */
export function valueReader({ nodes, variables, settings, metadata }: ValuesFlow): (owner: ValueOwner) => ValueField[] {
  const product = productOf(metadata)
  const nodeById = new Map(nodes.toReversed().map((node) => [node.id, node]))
  const variableByKey = new Map(variables.toReversed().map((variable) => [variable.key, variable]))
  return (owner) => {
    if (owner.kind === 'settings') return settingsValues(settings)
    if (owner.kind === 'node') {
      const node = nodeById.get(owner.id)
      return node === undefined ? [] : nodeValues(node, product)
    }
    const variable = variableByKey.get(owner.key)
    return variable === undefined ? [] : variableValues(variable)
  }
}
