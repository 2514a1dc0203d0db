import { expect, test } from 'vitest'
import type { DialectFindings } from './findings.ts'
import { withResponse, type EndpointReport } from './report.ts'
import { reportText } from './report-text.ts'

const endpoint = { id: 'flow.list', method: 'GET', path: '/flow/' }
const at = (minute: number) => `2026-11-20T12:0${minute}:00.000Z`
const found = (shape: string, more: Partial<DialectFindings> = {}): DialectFindings => ({
  shape,
  mapped: [['title', 'name']],
  raw: ['colour'],
  absent: ['tags'],
  notes: ['created_at: the time has no zone, read as UTC.'],
  ...more,
})

const after = (...answers: (DialectFindings | null)[]): readonly EndpointReport[] =>
  answers.reduce<readonly EndpointReport[]>(
    (reports, findings, index) => withResponse(reports, { ...endpoint, at: at(index), findings }),
    [],
  )

test('each answer replaces the findings, except one without rows', () => {
  expect(after(found('data'), found('data', { raw: ['size'] }))[0]?.findings?.raw).toEqual(['size'])
  const empty = found('data', { mapped: [], raw: [], absent: [], notes: [] })
  expect(after(found('data'), empty)[0]).toMatchObject({ at: at(1), findings: { raw: ['colour'] }, others: [] })
})

test('if the shape of an endpoint changes, each earlier shape is reported once', () => {
  const [report] = after(found('data'), found('items'), found('data'), found('items'), null)
  expect(report?.others).toEqual([
    { shape: 'items', at: at(3) },
    { shape: 'data', at: at(2) },
  ])
})

test('the report has at most 100 endpoints', () => {
  let reports: readonly EndpointReport[] = []
  for (let index = 0; index < 1000; index += 1)
    reports = withResponse(reports, { ...endpoint, id: `x.${index}`, at: at(0), findings: null })
  expect(reports).toHaveLength(100)
})

test('the report as plain text', () => {
  expect(reportText([])).toBe('No responses yet.')
  expect(reportText(after(null, found('data.items')))).toBe(
    [
      'GET /flow/',
      '  Shape: data.items',
      `  Last response: ${at(1)}`,
      `  Previous shape: as in the contract (${at(0)})`,
      '  Mapped: title → name',
      '  Shown raw: colour',
      '  Missing: tags',
      '  Note: created_at: the time has no zone, read as UTC.',
    ].join('\n'),
  )
})
