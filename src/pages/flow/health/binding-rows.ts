/** Requirements of a flow as rows: unbound ones first. Pure. */
import type { Bindings, FlowDetail } from '#contract/flow.ts'

export type BindingField = keyof Bindings

export interface BindingRow {
  field: BindingField
  /** Key of the requirement in the flow. */
  key: string
  /** The bound object; null = none. `name` is null while it is unknown. */
  target: { id: string; name: string | null } | null
}

const fields: readonly BindingField[] = ['tools', 'channels', 'secrets']

/** @param names further names of objects by id, beyond those in the flow */
export function bindingRows(
  flow: Pick<FlowDetail, 'bindings' | 'tools' | 'channels'>,
  names: ReadonlyMap<string, string>,
): BindingRow[] {
  const known = new Map([...names, ...[...flow.tools, ...flow.channels].map(({ id, name }) => [id, name] as const)])
  const rows = fields.flatMap((field) =>
    Object.entries(flow.bindings[field])
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([key, id]): BindingRow => ({
        field,
        key,
        target: id === null ? null : { id, name: known.get(id) ?? null },
      })),
  )
  return [...rows.filter(({ target }) => target === null), ...rows.filter(({ target }) => target !== null)]
}
