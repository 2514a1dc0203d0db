/** Names under which flows are imported, without duplicates. Pure. */
import { maxName } from '#contract/kernel/limits.ts'
import { cutText, normalName } from '#lib/text/text.ts'
import type { ImportRow } from './import-rows.ts'

const numberSuffix = / \((\d{1,6})\)$/

/** "Orders" if it is free, else "Orders (2)", "Orders (3)" and so on. */
export function freeName(name: string, takenNames: ReadonlySet<string>): string {
  const wanted = normalName(name)
  if (!takenNames.has(wanted)) return wanted
  const base = wanted.replace(numberSuffix, '')
  for (let number = 2; ; number += 1) {
    const end = ` (${number})`
    const free = `${cutText(base, maxName - end.length)}${end}`
    if (!takenNames.has(free)) return free
  }
}

/** Whether a row has, or will have, a name in the account. */
const isNamed = ({ state, flow }: ImportRow): boolean =>
  flow !== null && state.name !== 'skipped' && state.name !== 'refused'

/** Why a name is invalid; null if it is valid. */
export function nameProblem(name: string): string | null {
  const normal = normalName(name)
  if (normal === '') return 'Enter a name. If empty, the name from the file is used.'
  return [...normal].length > maxName ? `At most ${maxName} characters.` : null
}

export interface RowNames {
  /** The name under which each flow is imported, by the key of its row. */
  names: ReadonlyMap<string, string>
  /** Keys of rows whose flow has the name of another flow, in the account or in an earlier row. */
  clashes: ReadonlySet<string>
}

/** A copy has the name of its flow on purpose, and is imported under another one. */
const mayClash = ({ state, isCopy }: ImportRow): boolean => state.name !== 'done' && !isCopy

/**
 * Names for rows: the sent or chosen name, else the flow's own name, with a number if the account or an earlier row
 * already has that. `takenNames` = names of the account.
 */
export function rowNamesOf(rows: readonly ImportRow[], takenNames: ReadonlySet<string>): RowNames {
  const names = new Map<string, string>()
  const clashes = new Set<string>()
  const all = new Set(takenNames)
  const earlierNames = new Set<string>()
  for (const row of rows) {
    const { choices, attempt, flow } = row
    if (flow === null || !isNamed(row)) continue
    const name = normalName(flow.name)
    if (mayClash(row) && (takenNames.has(name) || earlierNames.has(name))) clashes.add(row.key)
    earlierNames.add(name)
    const chosenName =
      attempt?.name ?? (choices.name === null || nameProblem(choices.name) !== null ? null : choices.name)
    if (chosenName === null) continue
    names.set(row.key, chosenName)
    all.add(normalName(chosenName))
  }
  for (const row of rows) {
    if (row.flow === null || names.has(row.key)) continue
    const name = freeName(row.flow.name, all)
    names.set(row.key, name)
    if (isNamed(row)) all.add(name)
  }
  return { names, clashes }
}
