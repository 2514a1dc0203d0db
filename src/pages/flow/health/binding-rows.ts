/** What a flow needs from its account, as rows: what is missing first. Pure. */
import type { Bindings, FlowDetail } from '#contract/flow.ts'

export type BindingField = keyof Bindings

export interface BindingRow {
  field: BindingField
  /** As the flow names it. */
  key: string
  /** What stands for it here; null = nothing yet. `name` is null while it is not known. */
  target: { id: string; name: string | null } | null
}

const fields: readonly BindingField[] = ['tools', 'channels', 'secrets']

/** `names`: what is known of tools and channels by id, beside what the flow itself says. */
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
