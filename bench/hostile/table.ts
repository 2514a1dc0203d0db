/** Result table: one row per suite and database, then the failures, grouped by kind. */
import type { Failure, Tally } from './suite.ts'

export interface Outcome {
  suite: string
  kind: string
  tally: Tally
  seconds: number
}

/** Maximum failures of one kind that are printed in full. */
const shown = 2

const cells = ({ suite, kind, tally, seconds }: Outcome): string[] => [
  suite,
  kind,
  tally.tried.toLocaleString('en'),
  tally.failures.length.toLocaleString('en'),
  seconds.toFixed(0),
  [...tally.figures].map(([name, { value, unit }]) => `${name} ${Math.round(value)} ${unit}`).join(', '),
]

/** Columns of equal width; numbers are right-aligned. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const tried = outcomes.reduce((sum, { tally }) => sum + tally.tried, 0)
  const failed = outcomes.reduce((sum, { tally }) => sum + tally.failures.length, 0)
  const seconds = outcomes.reduce((sum, one) => sum + one.seconds, 0)
  const rows = [
    ['suite', 'database', 'tried', 'failed', 's', 'worst'],
    ...outcomes.map(cells),
    ['all', '', tried.toLocaleString('en'), failed.toLocaleString('en'), seconds.toFixed(0), ''],
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const pad = (text: string, column: number) =>
    column >= 2 && column <= 4 ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0)
  return rows.map((row) => `  ${row.map(pad).join('  ').trimEnd()}`).join('\n')
}

export function byKind(failures: readonly Failure[]): Map<string, Failure[]> {
  const kinds = new Map<string, Failure[]>()
  for (const failure of failures) kinds.set(failure.kind, [...(kinds.get(failure.kind) ?? []), failure])
  return kinds
}

export function failuresOf({ suite, kind, tally }: Outcome): string {
  const lines = [...byKind(tally.failures)].flatMap(([what, all]) => [
    `  ${suite} (${kind}): ${what} (${all.length})`,
    ...all.slice(0, shown).map(({ reproduction }) => `      ${reproduction.replaceAll('\n', ' ')}`),
  ])
  return lines.join('\n')
}
