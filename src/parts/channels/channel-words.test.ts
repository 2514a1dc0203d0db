import { expect, test } from 'vitest'
import type { Channel } from '#contract/channel.ts'
import { channelOf } from '#test/support/channel-of.ts'
import { channelWords, idleFlowWords } from './channel-words.ts'

const time = { now: Date.parse('2026-11-21T14:32:00Z'), zone: 'UTC', locale: 'en-GB' }

const words = (given: Partial<Channel>, began?: string) => channelWords(channelOf(given), time, began)
const refused = { code: 'auth_failed', message: '535 5.7.8 invalid', at: '2026-11-21T13:58:00Z' }

test('an error is described with its start, reason, queued messages and remedy', () => {
  expect(
    words(
      {
        status: 'error',
        status_reason: 'The mail server rejected the password.',
        pending_count: 27,
        last_error: refused,
      },
      '2026-11-21T13:20:00Z',
    ),
  ).toEqual({
    problem: 'Unable to send since 13:20. The mail server rejected the password.',
    advice: '27 messages are queued and will be sent automatically. Update the credentials of this channel.',
  })
})

test('without a reason, the last error is shown as the reason', () => {
  expect(words({ status: 'error', last_error: { ...refused, at: '2026-11-18T14:26:00Z' } })).toEqual({
    problem: 'Not working. 535 5.7.8 invalid.',
    advice: 'Update the credentials of this channel.',
  })
})

test('an error without details is still shown', () => {
  expect(words({ status: 'error' })).toEqual({
    problem: 'Not working.',
    advice: 'Check the last error and fix it at the provider.',
  })
  expect(words({ status: 'error', last_error: { ...refused, at: 'soon', code: 'x' } }).problem).toBe(
    'Not working. 535 5.7.8 invalid.',
  )
})

test('the time of the last error is not shown as the start', () => {
  expect(words({ status: 'error', last_error: refused }, '2026-11-21T13:20:00Z').problem).toBe(
    'Not working since 13:20. 535 5.7.8 invalid.',
  )
  expect(words({ status: 'error', last_error: refused, pending_count: 2 }).problem).toBe(
    'Unable to send. 535 5.7.8 invalid.',
  )
})

test('advice of the service replaces the default, and a number of messages in its reason is not repeated', () => {
  expect(
    words({
      status: 'reauth_required',
      status_reason: 'Access ends in 3 days. Sign in again before then.',
      pending_count: 3,
    }),
  ).toEqual({
    problem: 'Access ends in 3 days.',
    advice: '3 messages are queued and will be sent automatically. Sign in again before then.',
  })
  expect(words({ status: 'error', status_reason: '3 replies wait.', pending_count: 3 }).advice).toBe(
    'Check the last error and fix it at the provider.',
  )
  expect(words({ status: 'disconnected', status_reason: 'Check the address' })).toEqual({
    problem: 'Not connected.',
    advice: 'Check the address',
  })
  expect(words({ status: 'connecting', status_reason: 'Waits for somebody to approve it.', pending_count: 1 })).toEqual(
    {
      problem: 'Waits for somebody to approve it.',
      advice: '1 message is queued and will be sent automatically.',
    },
  )
})

test.each([
  ['reauth_required', 'The provider requires a new sign-in.', 'Sign in again at the provider.'],
  ['disconnected', 'Not connected since 20 Nov, 10:00.', 'Reconnect the channel at the provider.'],
  ['paused', 'Paused.', 'No replies are sent until the channel is resumed.'],
  ['connecting', 'Connecting.', ''],
  ['connected', '', ''],
] as const)('default texts for the status %s without a reason', (status, problem, advice) => {
  expect(words({ status, last_event_at: '2026-11-20T10:00:00Z' })).toEqual({ problem, advice })
})

test('a working channel shows warnings of its provider, but no past error', () => {
  const bounced = { code: 'bounces', message: '4.1% came back', at: '2026-11-20T10:00:00Z' }
  expect(words({ last_error: bounced }).problem).toBe('')
  expect(words({ last_error: bounced, quality: 'low' })).toEqual({
    problem: '4.1% came back.',
    advice: 'Remove the addresses that bounced.',
  })
  expect(words({ quality: 'low' }).problem).toBe('The provider rates messages from this channel as low quality.')
  expect(words({ pending_count: 2 })).toEqual({ problem: '', advice: '2 messages are queued.' })
})

test('if the flow of a channel does not run, the effect on incoming messages is described', () => {
  const flow = { id: 'flow_1', name: 'Orders' }
  const idle = ({ flow_status, ...of }: Partial<Parameters<typeof idleFlowWords>[0]>) =>
    idleFlowWords({ ...channelOf({ flow, ...of }), ...(flow_status && { flow_status }) })
  expect(idle({ type: 'webhook', flow_status: 'draft' })).toBe(
    'Its flow is a draft. Incoming requests are rejected until the flow is active.',
  )
  expect(idle({ flow_status: 'paused' })).toBe(
    'Its flow is paused. Incoming messages are stored but start no run until the flow is active.',
  )
  expect(idle({ flow_status: 'active' })).toBeNull()
  expect(idle({})).toBeNull()
  expect(idle({ flow: null, flow_status: 'draft' })).toBeNull()
})
