import { expect, test } from 'vitest'
import {
  channelsCountInput,
  isChannelsFiltered,
  channelsListInput,
  readChannelsView,
  refusedChannelsFilters,
  unfilteredChannels,
  writeChannelsView,
} from './channels-view.ts'

const read = (query: string) => readChannelsView(new URLSearchParams(query))

test.each([
  '',
  'search=shop',
  'type=webchat%2Cemail&status=connecting%2Cerror&page=3',
  'search=a&channel=chn_1',
  'channel=chn_1&edit=',
  'channel=chn_1&hours=table',
  'channel=chn_1&log=&time=24h',
  'channel=chn_1&log=&verdict=repeated%2Cbad_signature&at=2&delivery=dlv_1',
  'search=a&new=',
  'new=webhook&flow=flw_1&key=Shop+chat',
])('a view is the same after writing it to the URL and reading it: %s', (query) => {
  expect(writeChannelsView(read(query)).toString()).toBe(query)
})

test('invalid values are ignored', () => {
  const view = read(`type=fax,,email,email&status=broken&page=-1&channel=${'x'.repeat(300)}`)
  expect(view).toEqual({ search: '', types: ['email'], statuses: [], page: 1, panel: { kind: 'none' } })
  expect(read('new=fax&edit&channel=chn_1').panel).toEqual({ kind: 'new', type: null, flow: null, key: null })
  expect(read('channel=chn_1&log&verdict=lost&at=-2').panel).toMatchObject({ kind: 'log', verdicts: [], page: 1 })
  expect(refusedChannelsFilters(new URLSearchParams('type=fax,,email&status=error&ordering=name'))).toMatchObject([
    { name: 'type', value: 'fax,,email', reason: 'There is no type “fax”.' },
    { name: 'ordering', value: 'name' },
  ])
  for (const page of ['0', '1.5', 'x', '1e9', '']) expect(read(`page=${page}`).page).toBe(1)
  expect(read(`search=${'x'.repeat(900)}`).search).toHaveLength(500)
})

test('the parameters of the requests', () => {
  const view = read('type=email&page=2&search=x&status=paused')
  expect(channelsListInput(view)).toEqual({ search: 'x', type: 'email', status: 'paused', limit: 48, offset: 48 })
  expect(channelsCountInput(view, ['error', 'disconnected'])).toMatchObject({ status: 'error,disconnected', limit: 1 })
})

test('a reset removes the filters, and the channel stays open', () => {
  const view = read('type=email&page=2&channel=chn_1')
  expect(isChannelsFiltered(view)).toBe(true)
  expect(isChannelsFiltered(unfilteredChannels(view))).toBe(false)
  expect(writeChannelsView(unfilteredChannels(view)).toString()).toBe('channel=chn_1')
})
