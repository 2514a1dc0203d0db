/** The compatibility report as text. Pure. */
import { responseShapeOf, type EndpointReport } from './report.ts'

const listed = (label: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`  ${label}: ${names.join(', ')}`]

function linesOf(report: EndpointReport): string[] {
  const { method, path, at, findings, others } = report
  const head = [`${method} ${path}`, `  Shape: ${responseShapeOf(report)}`, `  Last response: ${at}`]
  const differing = others.map((one) => `  Previous shape: ${one.shape} (${one.at})`)
  if (findings === null) return [...head, ...differing]
  const { mapped, raw, absent, notes } = findings
  return [
    ...head,
    ...differing,
    ...listed(
      'Mapped',
      mapped.map(([from, to]) => `${from} → ${to}`),
    ),
    ...listed('Shown raw', raw),
    ...listed('Missing', absent),
    ...notes.map((note) => `  Note: ${note}`),
  ]
}

/** The report as plain text to copy. It contains only names of fields, and no values except duplicate ids. */
export const reportText = (reports: readonly EndpointReport[]): string =>
  reports.length === 0 ? 'No responses yet.' : reports.map((report) => linesOf(report).join('\n')).join('\n\n')
