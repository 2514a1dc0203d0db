import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { q } from '#api/query/query.ts'
import { incident as incidentApi, type Incident } from '#contract/incident.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { renderSignedIn } from '#test/component/render-signed-in.tsx'
import { incidentOf } from '#test/support/incident-of.ts'
import { LiveProblems } from './live-problems.tsx'

const incident = (given: Partial<Incident>) =>
  incidentOf({
    message: '30 of 40 runs failed in the last 24 hours, 75%. All for one reason: The shop is down.',
    ...given,
  })
const channel = { noun: 'channel', id: 'chn_1', name: 'Desk' } as const
const listed = [
  incident({}),
  incident({ id: 'inc_2', subject: { noun: 'flow', id: 'flw_2', name: 'Another' }, message: 'Not this one.' }),
  incident({ id: 'inc_3', kind: 'channel_down', severity: 'attention', subject: channel, message: 'Access ends.' }),
]
const show = (extensions: string[]) =>
  renderSignedIn(<LiveProblems flow={{ id: 'flw_1', channels: [{ id: 'chn_1', name: 'Desk', type: 'slack' }] }} />, {
    me: { extensions },
    fill: (client) =>
      client.setQueryData(q(incidentApi.list, { status: 'open', limit: maxLimit }).queryKey, {
        count: listed.length,
        next: null,
        previous: null,
        results: listed,
      }),
  })

test('the incidents of the flow and of its channels are shown, with links to the runs and the channel', async () => {
  await show(['incidents'])
  const rows = page.getByRole('listitem')
  await expect.element(rows.nth(0)).toHaveTextContent(/^Failing30 of 40 runs failed in the last 24 hours, 75%\./)
  await expect.element(rows.nth(1)).toHaveTextContent(/^Sign in againDeskAccess ends\./)
  expect(rows.elements()).toHaveLength(2)
  await expect
    .element(page.getByRole('link', { name: 'Review runs' }))
    .toHaveAttribute('href', '/runs?flow=flw_1&status=failed')
  await expect.element(page.getByRole('link', { name: 'Open channel Desk' })).toBeVisible()
})
