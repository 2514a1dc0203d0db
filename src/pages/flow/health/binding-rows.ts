/** Requirements of a flow as rows: unbound ones first, then those that fail now. Pure. */
import type { Bindings, FlowDetail } from '#contract/flow.ts'
import type { Incident, IncidentFigures } from '#contract/incident.ts'

/** What the order needs of an incident. */
interface BindingIncident {
  subject: Pick<NonNullable<Incident['subject']>, 'id'> | null
  figures: Pick<IncidentFigures, 'reason'>
}

export type BindingField = keyof Bindings

export interface BindingRow {
  field: BindingField
  /** Key of the requirement in the flow. */
  key: string
  /** The bound object; null = none. `name` is null while it is unknown. */
  target: { id: string; name: string | null } | null
}

const fields: readonly BindingField[] = ['tools', 'channels', 'secrets']

/** Whether an incident is about the bound object: a channel, or a tool with whose name the reason begins. */
const isFailing = ({ target }: BindingRow, incidents: readonly BindingIncident[]): boolean =>
  target !== null &&
  incidents.some(
    ({ subject, figures }) =>
      subject?.id === target.id || (target.name !== null && figures.reason?.startsWith(`${target.name} `) === true),
  )

/** @param names further names of objects by id, beyond those in the flow */
export function bindingRows(
  flow: Pick<FlowDetail, 'bindings' | 'tools' | 'channels'>,
  names: ReadonlyMap<string, string>,
  incidents: readonly BindingIncident[] = [],
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
  const rank = (row: BindingRow) => (row.target === null ? 0 : isFailing(row, incidents) ? 1 : 2)
  return rows.toSorted((a, b) => rank(a) - rank(b))
}
