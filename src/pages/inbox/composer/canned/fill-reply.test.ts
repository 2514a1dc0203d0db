import { expect, test } from 'vitest'
import type { CannedReply } from '#contract/canned-reply.ts'
import { aConversation } from '#test/support/a-conversation.ts'
import { cannedQueryOf, filledText, fillReply, matchingReplies, missingWords, variableWords } from './fill-reply.ts'

const conversation = {
  ...aConversation,
  custom_fields: { order_no: '25-118204', amount: 46.9, tags: ['x'] },
  contact: { ...aConversation.contact, fields: { tier: 'Gold', empty: '' } },
}
const fill = (text: string) => fillReply(text, { conversation, person: 'Jana Krause' })

test('variables are replaced by values of the contact, the conversation and the user', () => {
  const text =
    '{{contact.name}} {{conversation.number}} {{conversation.order_no}} {{conversation.amount}} {{contact.tier}} {{person.name}}'
  expect(filledText(fill(text))).toBe('Ada 48220 25-118204 46.9 Gold Jana Krause')
  // Fields of the contact count for its conversation.
  expect(filledText(fill('{{conversation.tier}}'))).toBe('Gold')
})

test('a variable without a value stays, and prevents sending', () => {
  const pieces = fill('To {{contact.email}}, {{contact.empty}} and {{conversation.tags}}')
  expect(pieces.filter(({ kind }) => kind === 'missing')).toHaveLength(3)
  expect(missingWords(filledText(pieces))).toMatch(/^3 values are missing\./)
  expect(missingWords('To {{contact.email}}')).toBe('1 value is missing. Write it in place of {{contact.email}}.')
  expect(missingWords('Write {{order.id}} or {x} in your template')).toBeNull()
  expect(variableWords('{{conversation.payment_method}}')).toBe('payment method')
  expect(variableWords('{{contact.email}}')).toBe('contact email')
})

test('a slash at the beginning starts a search of shortcuts and names', () => {
  expect(cannedQueryOf('/')).toBe('')
  expect(cannedQueryOf('/ref')).toBe('ref')
  for (const text of ['', 'a/ref', '/ref und', '//', '/etc/hosts']) expect(cannedQueryOf(text), text).toBeNull()
  const reply = (shortcut: string, name: string): CannedReply => ({
    id: shortcut,
    name,
    shortcut,
    text: '',
    created_at: '',
    updated_at: '',
    version: 1,
    sample: false,
  })
  const all = [reply('late-ref', 'Late'), reply('ref', 'Money back'), reply('no', 'No refund'), reply('x', 'Other')]
  expect(matchingReplies(all, 'Ref').map(({ id }) => id)).toEqual(['ref', 'late-ref', 'no'])
  expect(matchingReplies(all, '')).toHaveLength(4)
})
