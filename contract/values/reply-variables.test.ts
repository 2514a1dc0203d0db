import { expect, test } from 'vitest'
import { isReplyVariable, replyPieces, unknownVariables, variablesIn } from './reply-variables.ts'

test('a text is split into plain text and variables, which together are the text', () => {
  const text = 'Hello {{contact.name}}, {{ conversation.order no }}{{person.name}}!'
  const pieces = replyPieces(text)
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  expect(variablesIn(text)).toEqual(['contact.name', 'conversation.order no', 'person.name'])
  expect(pieces.filter(({ variable }) => variable === null).map((piece) => piece.text)).toEqual(['Hello ', ', ', '!'])
})

test('braces that are no variable are plain text', () => {
  for (const text of ['{contact.name}', '{{}}', '{{ }}', '{{a{b}}', 'a }} b {{ c'])
    expect(variablesIn(text), text).toEqual([])
})

test('contacts and conversations have custom fields; other objects have none', () => {
  expect(isReplyVariable('contact.loyalty level')).toBe(true)
  expect(isReplyVariable('conversation.number')).toBe(true)
  for (const name of ['contact', 'contact.', 'person.email', 'order.id'])
    expect(isReplyVariable(name), name).toBe(false)
  expect(unknownVariables('{{order.id}} {{order.id}} {{contact.name}}')).toEqual(['order.id'])
})
