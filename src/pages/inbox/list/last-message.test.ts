import { expect, test } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import { aConversation } from '#test/support/a-conversation.ts'
import { lastMessageWords } from './last-message.ts'

type LastMessage = NonNullable<Conversation['last_message']>
const message: LastMessage = { at: '2026-11-01T23:30:00Z', direction: 'out', author: 'person', text: 'Hello' }

const words = (last: Partial<LastMessage> | null, subject = 'A broken hopper') =>
  lastMessageWords({ ...aConversation, subject, last_message: last && { ...message, ...last } }, 'Jana Krause')

test('the last message says who wrote it, unless the contact did', () => {
  expect(words({ direction: 'in', author: 'contact', author_name: 'Ana' })).toEqual({ who: null, text: 'Hello' })
  expect(words({ author: 'flow', author_name: 'Refunds' })).toEqual({ who: 'Flow', text: 'Hello' })
  expect(words({ author_name: 'Jana Krause' }).who).toBe('You')
  expect(words({ author_name: 'Aiko Mori' }).who).toBe('Aiko')
  expect(words({}).who).toBe('Team')
  expect(words({ text: 'one\n\ntwo' }).text).toBe('one two')
})

test('without a message the row shows the subject', () => {
  expect(words(null)).toEqual({ who: null, text: 'A broken hopper' })
  expect(words({ text: ' ' })).toEqual({ who: null, text: 'A broken hopper' })
  expect(words(null, '').text).toBe('No messages yet')
})
