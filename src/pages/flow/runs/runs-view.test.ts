import { expect, test } from 'vitest'
import { fromFirstPage, readRunsView, refusedRunsFilters, runFilters, writeRunsView } from './runs-view.ts'

test('the view is read from the URL, and invalid values are ignored', () => {
  const view = readRunsView(new URLSearchParams('status=failed,nope,blocked&period=7d&ordering=-cost&from=25&run=r1'))
  expect(view.statuses).toEqual(['failed', 'blocked'])
  expect(view).toMatchObject({ period: '7d', ordering: '-cost', run: 'r1', place: { from: 25, cursor: null } })
  expect(readRunsView(new URLSearchParams('period=9y&ordering=name&from=-1'))).toMatchObject({
    statuses: [],
    period: '30d',
    ordering: '-started_at',
    place: { from: 0 },
    run: null,
  })
  const said = refusedRunsFilters(new URLSearchParams('status=nope&ordering=name'))
  expect(said.map(({ name }) => name)).toEqual(['status', 'ordering'])
})

test('writing the view keeps the rest of the URL and leaves out defaults', () => {
  const query = new URLSearchParams('tab=runs&node=n1&status=failed&period=7d&from=50&run=r1')
  const view = readRunsView(query)
  expect(writeRunsView(query, view).toString()).toBe('tab=runs&node=n1&status=failed&period=7d&from=50&run=r1')
  const other = fromFirstPage(view, { statuses: [], period: '30d' })
  expect(writeRunsView(query, other).toString()).toBe('tab=runs&node=n1')
})

test('24 hours start at a whole hour, other periods with their first day in the zone', () => {
  const view = readRunsView(new URLSearchParams('period=1d'))
  const now = Date.parse('2026-11-21T14:29:31Z')
  expect(runFilters('f1', view, now, 'UTC')).toEqual({
    flow: 'f1',
    status: undefined,
    started_at__gte: '2026-11-20T14:00:00.000Z',
  })
  const late = Date.parse('2026-11-21T23:30:00Z')
  expect(runFilters('f1', { ...view, period: '30d' }, late, 'Europe/Berlin').started_at__gte).toBe(
    '2026-10-23T22:00:00.000Z',
  )
  expect(runFilters('f1', { ...view, period: 'all' }, now, 'UTC').started_at__gte).toBeUndefined()
})
