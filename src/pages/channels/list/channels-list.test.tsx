/** Channels as rows: worst first, hostile names, many pages. */
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page as browser } from 'vitest/browser'
import { q } from '#api/query/query.ts'
import { channel as channelApi, type Channel } from '#contract/channel.ts'
import { channelOf } from '#test/support/channel-of.ts'
import { renderSignedIn } from '#test/component/render-signed-in.tsx'
import { ChannelsList } from './channels-list.tsx'
import { channelsCountInput, pageSize, readChannelsView } from '#pages/channels/channels-view.ts'
import { attentionStatuses } from '#parts/channels/channel-attention.ts'

const names = ['<img src=x onerror=alert(1)>', 'قناة الدعم', '👩‍👩‍👧‍👦'.repeat(20), 'x'.repeat(200)]

const channelAt = (at: number): Channel =>
  channelOf({ id: `chn_${at}`, name: names[at] ?? `Channel ${at}`, status: at < 3 ? 'error' : 'connected' })

const pageAt = (number: number, count: number) => ({
  count,
  next: null,
  previous: null,
  results: Array.from({ length: Math.min(pageSize, count) }, (_, at) => channelAt((number - 1) * pageSize + at)),
})

function Channels({ query = '', count = 1000 }: { query?: string; count?: number }) {
  const [view, setView] = useState(readChannelsView(new URLSearchParams(query)))
  return (
    <ChannelsList page={count === 0 ? { ...pageAt(1, 0) } : pageAt(view.page, count)} view={view} onView={setView} />
  )
}

const needy = channelsCountInput(readChannelsView(new URLSearchParams()), attentionStatuses)

test('a thousand channels with hostile and long names do not overflow at 320 pixels', async () => {
  await browser.viewport(320, 800)
  const screen = await renderSignedIn(<Channels />, {
    fill: (client) => client.setQueryData(q(channelApi.list, needy).queryKey, pageAt(1, 3)),
  })
  await expect.element(screen.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'Needs attention 3' })).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'Other channels 997' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await screen.getByRole('button', { name: 'Next page' }).click()
  await expect.element(screen.getByText('49–96 of 1,000')).toBeVisible()
  await screen.getByRole('button', { name: 'Previous page' }).click()
  await expect.element(screen.getByText('1–48 of 1,000')).toBeVisible()
})

test('a filter without matches is described and can be reset; a page beyond the last links to the first', async () => {
  const screen = await renderSignedIn(<Channels query="type=email,slack&status=paused" count={0} />)
  await expect.element(screen.getByText('No channel matches Email or Slack, Paused.')).toBeVisible()
  await screen.getByRole('button', { name: 'Reset filter' }).click()
  await screen.unmount()
  const beyond = await renderSignedIn(<Channels query="page=9" count={0} />)
  await expect.element(beyond.getByText('There is no page 9.')).toBeVisible()
  await beyond.getByRole('button', { name: 'Go to the first page' }).click()
  await expect.element(beyond.getByText('There is no page 9.')).not.toBeInTheDocument()
})
