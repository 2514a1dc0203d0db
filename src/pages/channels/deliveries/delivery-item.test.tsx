/** An open or closed entry in the log of deliveries, which shows any content as text. */
import { expect, test } from 'vitest'
import type { Delivery } from '#contract/channel.ts'
import { renderSignedIn } from '#test/component/render-signed-in.tsx'
import { DeliveryItem } from './delivery-item.tsx'

const delivery = (more: Partial<Delivery> = {}): Delivery => ({
  id: 'dlv_1',
  at: '2026-11-20T10:00:00Z',
  verdict: 'accepted',
  answer: 202,
  detail: null,
  external_id: 'msg_1',
  size: 7,
  headers: { 'content-type': 'application/json' },
  body: '{"n":1}',
  run: { id: 'run_1', status: 'succeeded' },
  replay_of: null,
  ...more,
})

const open = (more: Partial<Delivery>) =>
  renderSignedIn(
    <ul>
      <DeliveryItem channel="chn_1" delivery={delivery(more)} open to="/log" />
    </ul>,
  )

test('a truncated body is shown as text, with the number of missing bytes', async () => {
  const body = `<img src=x onerror=alert(1)>${'ش'.repeat(3000)}`
  const screen = await open({ body, size: 2_000_000, verdict: 'malformed', answer: 400 })
  await expect.element(screen.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  await expect.element(screen.getByText('Truncated: 2 MB of 2 MB not stored.')).toBeVisible()
  await expect.element(screen.getByText('HTTP 400')).toBeVisible()
})

test('a binary body cannot be replayed, and the reason is shown', async () => {
  const screen = await open({ body: null, size: 33_000_000, verdict: 'too_large', answer: 413, run: null })
  await expect.element(screen.getByText('The body (33 MB) was not stored: it is not text, or too large.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Replay' })).toHaveAttribute('aria-disabled', 'true')
  await screen.unmount()
  const empty = await open({ body: null, size: 0 })
  await expect.element(empty.getByText('The body was empty.')).toBeVisible()
})

test('an unknown verdict, long details and long headers do not overflow', async () => {
  // A newer service may have further verdicts.
  const verdict: Delivery['verdict'] = JSON.parse('"eaten_by_the_dog"')
  const screen = await open({
    verdict,
    detail: 'x'.repeat(400),
    headers: { ['x-'.repeat(60)]: 'y'.repeat(400) },
  })
  await expect.element(screen.getByRole('link', { name: /eaten_by_the_dog/ })).toBeVisible()
  await expect.element(screen.getByText('Truncated:')).not.toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
})
