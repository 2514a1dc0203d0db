/** Changed values that are not saved yet, by flow. Kept while the console is open, also on other pages. */
import { useSyncExternalStore } from 'react'
import { fieldKey, type ValueChange, type ValueField } from '#flow/values/value-field.ts'
import type { Json } from '#lib/json/json.ts'
import { signal } from '#lib/signal.ts'

export interface ValueEdit extends ValueChange {
  /** See `fieldKey`. */
  key: string
  /** The value when editing began; null if none was given, or if it is not shown. */
  before: Json
  label: string
  /** Name of the node; null for variables and settings. */
  nodeName: string | null
}

const editsByFlow = signal<ReadonlyMap<string, readonly ValueEdit[]>>(new Map())
const noEdits: readonly ValueEdit[] = []

const isSameJson = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The edit of a field: the value before it is that of the first edit. */
const editOf = (field: ValueField, nodeName: string | null, value: Json, first: ValueEdit | undefined): ValueEdit => ({
  key: fieldKey(field),
  owner: field.owner,
  path: field.path,
  label: field.label,
  before: first === undefined ? field.value : first.before,
  nodeName,
  value,
})

function store(flow: string, edits: readonly ValueEdit[]): void {
  const next = new Map(editsByFlow.get())
  if (edits.length === 0) next.delete(flow)
  else next.set(flow, edits)
  editsByFlow.set(next)
}

export const editsOf = (flow: string): readonly ValueEdit[] => editsByFlow.get().get(flow) ?? noEdits

export interface EditedField {
  field: ValueField & { isSecret?: boolean }
  nodeName: string | null
  value: Json
}

/** Changes fields. A field with its previous value is not changed any more. */
export function editFields(flow: string, changed: readonly EditedField[]): void {
  const edits = new Map(editsOf(flow).map((one) => [one.key, one]))
  for (const { field, nodeName, value } of changed) {
    const edit = editOf(field, nodeName, value, edits.get(fieldKey(field)))
    if (isSameJson(edit.before, value) && field.isSecret !== true) edits.delete(edit.key)
    else edits.set(edit.key, edit)
  }
  store(flow, [...edits.values()])
}

export function undoEdit(flow: string, key: string): void {
  const edits = editsOf(flow)
  store(
    flow,
    edits.filter((one) => one.key !== key),
  )
}

/** Throws all changes of a flow away, or forgets them after they were saved. */
export const clearEdits = (flow: string): void => store(flow, noEdits)

export const useEdits = (flow: string): readonly ValueEdit[] =>
  useSyncExternalStore(editsByFlow.subscribe, () => editsOf(flow))

/** Whether values are edited in panels: it stays on from node to node. */
export const isEditingValues = signal(false)
