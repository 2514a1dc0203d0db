/** Differences in the definitions of two flows: everything except nodes and edges. */
import type { Template, Variable } from '#contract/flow.ts'
import { valueDiff, type FieldChange } from './value-diff.ts'

export type Definitions = Pick<Template['flow'], 'name' | 'description' | 'metadata' | 'variables' | 'settings'>

export interface DefinitionChange {
  kind: 'added' | 'removed' | 'changed'
  /** `flow` = its name and description. */
  part: 'flow' | 'variable' | 'settings' | 'metadata'
  /** Key of a variable; "" for other parts. */
  key: string
  fields: FieldChange[]
}

/** Maximum number of listed fields per part. */
const maxFields = 50

function diffVariables(before: readonly Variable[], after: readonly Variable[]): DefinitionChange[] {
  const old = new Map(before.map((variable) => [variable.key, variable] as const))
  const now = new Map(after.map((variable) => [variable.key, variable] as const))
  const remaining = [...now].flatMap(([key, variable]): DefinitionChange[] => {
    const was = old.get(key)
    if (was === undefined) return [{ kind: 'added', part: 'variable', key, fields: [] }]
    const fields = valueDiff('', was, variable, maxFields)
    return fields.length === 0 ? [] : [{ kind: 'changed', part: 'variable', key, fields }]
  })
  const gone = [...old.keys()].filter((key) => !now.has(key))
  return [
    ...remaining,
    ...gone.map((key): DefinitionChange => ({ kind: 'removed', part: 'variable', key, fields: [] })),
  ]
}

/** Compares name and description, settings, metadata, and each variable by key. */
export function diffDefinitions(before: Definitions, after: Definitions): DefinitionChange[] {
  const own = ({ name, description }: Definitions) => ({ name, description })
  const parts = [
    { part: 'flow', fields: valueDiff('', own(before), own(after), maxFields) },
    { part: 'settings', fields: valueDiff('', before.settings, after.settings, maxFields) },
    { part: 'metadata', fields: valueDiff('', before.metadata, after.metadata, maxFields) },
  ] as const
  return [
    ...parts.flatMap(({ part, fields }): DefinitionChange[] =>
      fields.length === 0 ? [] : [{ kind: 'changed', part, key: '', fields }],
    ),
    ...diffVariables(before.variables, after.variables),
  ]
}
