import { expect, test } from 'vitest'
import { incidentOf } from '#test/support/incident-of.ts'
import { incidentNews, notificationsOf, withReported } from './incident-news.ts'

const known = withReported(new Map(), [incidentOf({ id: 'inc_1' })])

test('an incident is news once, and again when it gets worse', () => {
  expect(incidentNews(known, [incidentOf({ id: 'inc_1', changed_at: '2026-11-21T09:00:00Z' })])).toEqual([])
  const worse = incidentOf({ id: 'inc_1', reported_at: '2026-11-21T09:00:00Z' })
  expect(incidentNews(known, [worse, incidentOf({ id: 'inc_2' })]).map(({ id }) => id)).toEqual(['inc_1', 'inc_2'])
  expect(incidentNews(withReported(known, [worse]), [worse])).toEqual([])
})

test('incidents of the sample, and those that are over, are no news', () => {
  expect(
    incidentNews(known, [incidentOf({ id: 'inc_2', sample: true }), incidentOf({ id: 'inc_3', status: 'over' })]),
  ).toEqual([])
})

test('a notification says what happened, and leads to its page', () => {
  expect(
    notificationsOf(
      [
        incidentOf({ id: 'inc_1', reported_at: '2026-11-21T09:00:00Z' }),
        incidentOf({
          id: 'inc_2',
          kind: 'balance',
          subject: null,
          message: 'The balance is low.',
          path: '//evil.example',
        }),
      ],
      known,
    ),
  ).toEqual([
    {
      title: 'Worse: Failing: Refunds',
      body: '128 of 214 runs failed.',
      tag: 'inc_1 2026-11-21T09:00:00Z',
      path: '/runs?flow=flw_1&status=failed',
    },
    { title: 'Balance', body: 'The balance is low.', tag: 'inc_2 2026-11-21T08:10:00Z', path: '/' },
  ])
})

test('many at once are one notification', () => {
  const news = ['a', 'b', 'c', 'd'].map((id) => incidentOf({ id }))
  expect(notificationsOf(news, known)).toMatchObject([{ title: '4 problems are new or worse', path: '/' }])
})
