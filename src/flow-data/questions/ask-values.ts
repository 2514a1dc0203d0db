/** Values of an open flow: to edit, to review, to find and replace, and the flow with them as a template. */
import { writeTemplate } from '#flow/file/template.ts'
import { maxValueText } from '#flow/values/check-value.ts'
import { valueReader, type ValuesFlow } from '#flow/values/editable-values.ts'
import { findValues, replaceValues, type FoundValues, type ValueQuery } from '#flow/values/find-values.ts'
import { secretTest } from '#flow/values/secret-values.ts'
import { fieldKey, type ValueChange, type ValueField, type ValueOwner } from '#flow/values/value-field.ts'
import { withValues, type ValueProblem } from '#flow/values/with-values.ts'
import { textOf, type Json } from '#lib/json/json.ts'
import type { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'
import type { FileFields } from './ask-export-size.ts'

/** Parts of the flow that the page holds. */
export type DefinitionParts = Pick<FileFields, 'variables' | 'settings'>

/** Maximum fields of an editor: a step of another product may have thousands. */
const maxFields = 200
/** Maximum models that are suggested. */
const maxModels = 50

const valuesFlow = ({ nodes, format }: MemoizedFlow, { variables, settings }: DefinitionParts): ValuesFlow => ({
  nodes,
  variables,
  settings,
  metadata: { source: { format } },
})

/** A field for editing. */
export interface EditableField extends ValueField {
  /** The value contains a literal secret, which is not sent to the page. */
  isSecret: boolean
  /** The value is too long to be edited, and is not sent to the page. */
  isTooLong: boolean
}

export interface EditableFields {
  fields: EditableField[]
  /** Number of further fields. */
  omitted: number
  /** Names of models that agents of the flow use. */
  models: string[]
}

const isTooLong = (value: Json): boolean => JSON.stringify(value).length > maxValueText

function modelsIn({ nodes }: MemoizedFlow): string[] {
  const found = new Set<string>()
  for (const { type, config } of nodes) {
    if (type === 'agent' && textOf(config['model']) !== '') found.add(textOf(config['model']))
    if (found.size >= maxModels) break
  }
  return [...found].toSorted()
}

/** The fields of some owners. */
export function editableFieldsIn(
  flow: MemoizedFlow,
  { owners, parts }: { owners: readonly ValueOwner[]; parts: DefinitionParts },
): EditableFields {
  const all = valuesFlow(flow, parts)
  const read = valueReader(all)
  const found = owners.flatMap(read)
  const ids = new Set(owners.flatMap((owner) => (owner.kind === 'node' ? [owner.id] : [])))
  const hasSecret = secretTest({ ...parts, nodes: all.nodes.filter(({ id }) => ids.has(id)) })
  const fields = found.slice(0, maxFields).map((field): EditableField => {
    const hidden = { isSecret: hasSecret(field), isTooLong: isTooLong(field.value) }
    return { ...field, ...hidden, value: hidden.isSecret || hidden.isTooLong ? null : field.value }
  })
  const hasModel = fields.some(({ kind }) => kind === 'model')
  return { fields, omitted: found.length - fields.length, models: hasModel ? modelsIn(flow) : [] }
}

/** A change as it is reviewed. */
export interface ReviewedChange {
  /** See `fieldKey`. */
  key: string
  /** The value in this version of the flow; null if it contains a literal secret. */
  current: Json
  /** Why it cannot be saved; null if it can. */
  problem: string | null
}

/** Each change with the value that it replaces, in the given order. */
export function reviewedChangesIn(
  flow: MemoizedFlow,
  { changes, parts }: { changes: readonly ValueChange[]; parts: DefinitionParts },
): ReviewedChange[] {
  const all = valuesFlow(flow, parts)
  const result = withValues(all, changes)
  const problems = new Map(result.ok ? [] : result.problems.map((one) => [fieldKey(one), one.message]))
  const owners = new Map(changes.map(({ owner }) => [fieldKey({ owner, path: [] }), owner]))
  const read = valueReader(all)
  const ids = new Set(changes.flatMap(({ owner }) => (owner.kind === 'node' ? [owner.id] : [])))
  const hasSecret = secretTest({ ...parts, nodes: all.nodes.filter(({ id }) => ids.has(id)) })
  const fields = new Map([...owners.values()].flatMap(read).map((field) => [fieldKey(field), field]))
  return changes.map((change) => {
    const key = fieldKey(change)
    const field = fields.get(key)
    const isHidden = field === undefined || hasSecret(field)
    return { key, current: isHidden ? null : field.value, problem: problems.get(key) ?? null }
  })
}

/** The flow with the changes that can be applied. */
function withValidValues(flow: ValuesFlow, changes: readonly ValueChange[]): ValuesFlow {
  const result = withValues(flow, changes)
  if (result.ok) return result.flow
  const refused = new Set(result.problems.map(fieldKey))
  const rest = withValues(
    flow,
    changes.filter((change) => !refused.has(fieldKey(change))),
  )
  return rest.ok ? rest.flow : flow
}

interface SearchInput {
  query: ValueQuery
  /** Changes that are not saved yet: they are searched too. */
  changes: readonly ValueChange[]
  parts: DefinitionParts
}

export const foundValuesIn = (
  flow: MemoizedFlow,
  { query, changes, parts, most }: SearchInput & { most: number },
): FoundValues => findValues(withValidValues(valuesFlow(flow, parts), changes), query, most)

/** A replaced value, with its field in the flow without changes. */
export interface ReplacedValue {
  field: ValueField
  nodeName: string | null
  value: Json
}

/** Replaces all occurrences but the excluded ones, by their keys. */
export function replacedValuesIn(
  flow: MemoizedFlow,
  { query, changes, parts, replacement, excluded }: SearchInput & { replacement: string; excluded: readonly string[] },
): ReplacedValue[] {
  const base = valuesFlow(flow, parts)
  const except = new Set(excluded)
  const replaced = replaceValues(withValidValues(base, changes), query, replacement, (key) => !except.has(key))
  const read = valueReader(base)
  const names = new Map(flow.nodes.toReversed().map(({ id, name }) => [id, name || id]))
  return replaced.flatMap(({ owner, path, value }) => {
    const key = fieldKey({ owner, path })
    const field = read(owner).find((one) => fieldKey(one) === key)
    const nodeName = owner.kind === 'node' ? (names.get(owner.id) ?? owner.id) : null
    return field === undefined ? [] : [{ field, nodeName, value }]
  })
}

/** The changed flow as JSON of a template, in its order and with its order of keys; or the problems that prevent it. */
export type ValuesTemplate = { is: 'template'; json: Blob } | { is: 'refused'; problems: ValueProblem[] }

export function valuesTemplateIn(
  { nodes, edges }: MemoizedFlow,
  { changes, fields }: { changes: readonly ValueChange[]; fields: FileFields },
): ValuesTemplate {
  const { updated_at: exportedAt, ...others } = fields
  const result = withValues({ ...others, nodes, edges }, changes)
  if (!result.ok) return { is: 'refused', problems: result.problems }
  const generator = { name: 'Flow Console', version: import.meta.env.CONSOLE_VERSION }
  const template = writeTemplate(result.flow, { exportedAt, generator, keepsOrder: true })
  return { is: 'template', json: new Blob([JSON.stringify(template)], { type: 'application/json' }) }
}
