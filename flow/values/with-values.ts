/** Changes values of a flow. Everything else in the document stays the same, also the order of keys. Pure. */
import type { Node } from '#contract/flow.ts'
import { recordOf, type Json } from '#lib/json/json.ts'
import { valueProblem } from './check-value.ts'
import { valueReader, type ValuesFlow } from './editable-values.ts'
import { hasSecretName, secretTest } from './secret-values.ts'
import { fieldKey, withValueAt, type ValueChange, type ValueOwner, type ValuePath } from './value-field.ts'

/** Why a value cannot be changed. */
export interface ValueProblem {
  owner: ValueOwner
  path: ValuePath
  message: string
}

export type ChangedValues<T> = { ok: true; flow: T } | { ok: false; problems: ValueProblem[] }

const notEditable = 'This value no longer exists, or cannot be changed here.'
const secretFound =
  'This looks like a secret. Store it under Tools as a secret, and enter a reference: {{ secrets.key }}.'

/** Changes of each owner, by `fieldKey` without a path. */
function changesByOwner(changes: readonly ValueChange[]): Map<string, ValueChange[]> {
  const found = new Map<string, ValueChange[]>()
  for (const change of changes) {
    const key = fieldKey({ owner: change.owner, path: [] })
    const list = found.get(key)
    if (list === undefined) found.set(key, [change])
    else list.push(change)
  }
  return found
}

function changedNode(node: Node, changes: readonly ValueChange[]): Node {
  let { disabled } = node
  let config: Json = node.config
  for (const { path, value } of changes) {
    const [part, ...rest] = path
    if (part === 'disabled') disabled = value === true
    else config = withValueAt(config, rest, value ?? undefined)
  }
  return { ...node, disabled, config: recordOf(config) }
}

/** Applies changes without checking them. Of equal ids or keys, the first is changed. */
function applied<T extends ValuesFlow>(flow: T, changes: readonly ValueChange[]): T {
  const open = changesByOwner(changes)
  const take = (owner: ValueOwner): ValueChange[] => {
    const key = fieldKey({ owner, path: [] })
    const found = open.get(key) ?? []
    open.delete(key)
    return found
  }
  const nodes = flow.nodes.map((node) => {
    const own = take({ kind: 'node', id: node.id })
    return own.length === 0 ? node : changedNode(node, own)
  })
  const variables = flow.variables.map((variable) => {
    const own = take({ kind: 'variable', key: variable.key })
    let value: Json | undefined = variable.value
    for (const change of own) value = withValueAt(value, change.path.slice(1), change.value)
    return own.length === 0 ? variable : { ...variable, value }
  })
  let settings: Json = flow.settings
  for (const { path, value } of take({ kind: 'settings' })) settings = withValueAt(settings, path, value ?? undefined)
  return { ...flow, nodes, variables, settings: recordOf(settings) }
}

/** Problems of each change on its own: unknown field, wrong type, limits, syntax. */
function fieldProblems(flow: ValuesFlow, changes: readonly ValueChange[]): ValueProblem[] {
  const fieldsOf = valueReader(flow)
  const problems: ValueProblem[] = []
  for (const own of changesByOwner(changes).values()) {
    const [first] = own
    const fields = new Map((first === undefined ? [] : fieldsOf(first.owner)).map((one) => [fieldKey(one), one]))
    for (const { owner, path, value } of own) {
      const field = fields.get(fieldKey({ owner, path }))
      const message = field === undefined ? notEditable : valueProblem(field, value)
      if (message !== null) problems.push({ owner, path, message })
    }
  }
  return problems
}

/** Changes that put a literal secret into the flow. */
function secretProblems(flow: ValuesFlow, changes: readonly ValueChange[]): ValueProblem[] {
  const owners = changesByOwner(changes)
  const isChanged = (owner: ValueOwner) => owners.has(fieldKey({ owner, path: [] }))
  const hasSecret = secretTest({
    nodes: flow.nodes.filter(({ id }) => isChanged({ kind: 'node', id })),
    variables: flow.variables.filter(({ key }) => isChanged({ kind: 'variable', key })),
    settings: isChanged({ kind: 'settings' }) ? flow.settings : {},
  })
  return changes
    .filter((change) => hasSecretName(change.value) || hasSecret(change))
    .map(({ owner, path }) => ({ owner, path, message: secretFound }))
}

/** The flow with changed values, or the problems of all changes. The given flow is not changed. */
export function withValues<T extends ValuesFlow>(flow: T, changes: readonly ValueChange[]): ChangedValues<T> {
  const problems = fieldProblems(flow, changes)
  // Without the changes that cannot be applied, so that all problems are found at once.
  const refused = new Set(problems.map(fieldKey))
  const valid = changes.filter((change) => !refused.has(fieldKey(change)))
  const changed = applied(flow, valid)
  const all = [...problems, ...secretProblems(changed, valid)]
  return all.length > 0 ? { ok: false, problems: all } : { ok: true, flow: changed }
}
