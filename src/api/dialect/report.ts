/** The compatibility report: the last responses of each endpoint, and their differences from the contract. Pure. */
import type { DialectFindings } from './findings.ts'

export interface EndpointReport {
  /** "flow.list". */
  id: string
  method: string
  path: string
  /** Time of the last response, ISO 8601. */
  at: string
  /** Null = the response was in the shape of the contract. */
  findings: DialectFindings | null
  /** Earlier shapes of this endpoint, latest first. An endpoint should always have the same shape. */
  others: { shape: string; at: string }[]
}

/** Maximum number of endpoints in the report; the contract has fewer. */
const maxEndpoints = 100
/** Maximum earlier shapes per endpoint. */
const maxOthers = 5

const contractShape = 'as in the contract'

export const responseShapeOf = ({ findings }: Pick<EndpointReport, 'findings'>): string =>
  findings?.shape ?? contractShape

const isEmpty = ({ mapped, raw, absent, notes }: DialectFindings): boolean =>
  mapped.length + raw.length + absent.length + notes.length === 0

/** A response without rows says nothing about fields: the earlier findings are kept. */
function merged(before: EndpointReport | undefined, findings: DialectFindings | null): DialectFindings | null {
  const known = before?.findings ?? null
  if (findings === null || known === null || known.shape !== findings.shape) return findings
  return isEmpty(findings) ? known : findings
}

/** The report with one more response, sorted by endpoint id. */
export function withResponse(
  reports: readonly EndpointReport[],
  response: Omit<EndpointReport, 'others'>,
): readonly EndpointReport[] {
  const before = reports.find((one) => one.id === response.id)
  const report = { ...response, findings: merged(before, response.findings), others: before?.others ?? [] }
  if (before !== undefined && responseShapeOf(before) !== responseShapeOf(report)) {
    const shape = responseShapeOf(report)
    const others = [{ shape: responseShapeOf(before), at: before.at }, ...before.others]
    report.others = [...new Map(others.toReversed().map((one) => [one.shape, one])).values()]
      .toReversed()
      .filter((one) => one.shape !== shape)
      .slice(0, maxOthers)
  }
  const rest = reports.filter((one) => one !== before)
  return [...rest, report].slice(-maxEndpoints).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
