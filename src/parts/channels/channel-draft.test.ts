import { expect, test } from 'vitest'
import type { ChannelDetail } from '#contract/channel.ts'
import { channelDescriptors } from '#contract/channels/descriptors.ts'
import { creatableChannelTypes } from '#contract/values/channel-type.ts'
import { channelOf } from '#test/support/channel-of.ts'
import {
  channelConfigIn,
  channelCredentialsIn,
  channelDraftOf,
  newChannelDraft,
  withoutChannelSecrets,
  type ChannelDraft,
} from './channel-draft.ts'
import { channelProblems, isChannelField, channelServiceProblems } from './channel-problems.ts'

const channel = (type: ChannelDetail['type'], config: ChannelDetail['config']): ChannelDetail => ({
  ...channelOf({ type, name: 'One', flow: { id: 'flw_1', name: 'Answers' } }),
  config,
  credentials: { smtp_password: { set: true, last4: '7c1e' }, imap_password: { set: false } },
  address: null,
  version: 3,
})

const withConfig = (draft: ChannelDraft, config: ChannelDraft['config']): ChannelDraft => ({
  ...draft,
  config: { ...draft.config, ...config },
})

const smtp = { host: 'smtp.example.com', port: 465, secure: true, user: 'a@example.com' }
const configs = [
  ['webchat', { origins: ['https://a.example'], greeting: 'Hello', visitor_limit: '0.500000', day_limit: '10.000000' }],
  ['webchat', { origins: [] }],
  ['webchat', { origins: [], title: 'Ask us' }],
  ['webhook', { preset: 'github' }],
  ['email', { address: 'a@example.com', smtp, imap: { ...smtp, port: 993, folder: 'Orders' } }],
  ['email', { address: 'a@example.com', smtp }],
  ['telegram', { api_base: 'https://bots.example', chat: '-1001234567890' }],
  ['telegram', {}],
  ['slack', { channel: 'C0123456789' }],
  ['slack', {}],
] as const

test.each(configs)('%s: an unchanged draft gives the stored config', (type, config) => {
  const draft = channelDraftOf(type, channel(type, JSON.parse(JSON.stringify(config))))
  expect(channelConfigIn(draft)).toEqual(config)
  expect(channelDescriptors[type].config.safeParse(channelConfigIn(draft)).success).toBe(true)
  expect(channelProblems(draft)).toEqual({})
})

test('amounts are accepted in several notations; invalid ones are reported at their field', () => {
  const draft = withConfig({ ...newChannelDraft('webchat'), name: 'Chat' }, { visitor_limit: ' 0,5 ', day_limit: '10' })
  expect(channelConfigIn(draft)).toMatchObject({ visitor_limit: '0.500000', day_limit: '10.000000' })
  expect(channelConfigIn(withConfig(draft, { day_limit: '1,500' }))).toMatchObject({ day_limit: '1500.000000' })
  expect(channelProblems(withConfig(draft, { day_limit: '1.500' }))).toHaveProperty(
    ['config.day_limit'],
    expect.stringContaining('1500 or 1.50'),
  )
  for (const wrong of ['a lot', '-1', '1.2345678'])
    expect(channelProblems(withConfig(draft, { day_limit: wrong }))).toEqual({
      'config.day_limit': expect.stringContaining('1500 or 1500.50'),
    })
})

test('missing required fields are reported; the fields of an unused server are not required', () => {
  for (const type of creatableChannelTypes)
    expect(channelProblems(newChannelDraft(type))).toHaveProperty('name', 'Enter a name.')
  const typed = { address: 'a@example.com', 'smtp.host': 'x' }
  const mail = withConfig({ ...newChannelDraft('email'), name: 'Mail' }, typed)
  expect(channelProblems(mail)).toEqual({ 'config.imap.host': 'Enter the incoming mail server.' })
  expect(channelProblems(withConfig(mail, { imap: false }))).toEqual({})
  expect(channelProblems(withConfig(mail, { imap: false, 'smtp.port': 'x' }))).toEqual({
    'config.smtp.port': 'Use a number from 1 to 65535.',
  })
})

test('only typed credentials are sent, and none are stored with the draft', () => {
  const draft = channelDraftOf('email', channel('email', { address: 'a@example.com', smtp }))
  expect(channelCredentialsIn(draft)).toBeUndefined()
  const typed = { ...draft, credentials: { ...draft.credentials, imap_password: 'typed by hand' } }
  expect(channelCredentialsIn(typed)).toEqual({ imap_password: 'typed by hand' })
  expect(JSON.stringify(withoutChannelSecrets(typed))).not.toContain('typed by hand')
  expect(withoutChannelSecrets(typed).credentials).toMatchObject({ smtp_password: { set: true, last4: '7c1e' } })
})

test('messages of the service are assigned to the fields of the form, others are omitted', () => {
  expect(
    channelServiceProblems({ 'config.origins.0': ['No.'], 'credentials.bot_token': ['Wrong.'], weather: ['Rain.'] }),
  ).toEqual({
    'config.origins': 'No.',
    'credentials.bot_token': 'Wrong.',
  })
  expect(isChannelField('weather')).toBe(false)
})
