/** Settings of tables in this browser. */
import { storedSetting, storedSettingBy } from '#ui/browser/stored-setting.ts'
import type { Signal } from '#lib/signal.ts'

/** Height of the rows of all tables. */
export const densities = [
  { value: 'comfortable', label: 'Comfortable rows' },
  { value: 'compact', label: 'Compact rows' },
] as const

export const tableDensity = storedSetting(
  'table-density',
  densities.map(({ value }) => value),
  'comfortable',
)

/** The columns of a list whose visibility is not their default: "-nodes,+created" (column-choice.ts). */
export type ColumnChoice = string

/** The columns of a list: "flows". */
export const columnChoiceOf = (list: string): Signal<ColumnChoice> =>
  storedSettingBy(`columns-${list}`, (text) => text ?? '')
