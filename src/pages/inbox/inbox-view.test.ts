import { expect, test } from 'vitest'
import { isBare, inboxListInput, readInboxView, refusedInboxFilters, rowInput, writeInboxView } from './inbox-view.ts'

const read = (text: string, hasGroups = true) => readInboxView(new URLSearchParams(text), hasGroups)

test('reading a view from the URL and writing it again gives the same URL', () => {
  for (const text of [
    '',
    'status=open%2Cpending&cf.tier=gold&conversation=cnv_1&pane=contact',
    'ordering=waiting_since',
    'view=viw_1&unread=true&filter=%7B%22and%22%3A%5B%7B%22or%22%3A%5B%7B%22field%22%3A%22label%22%2C%22values%22%3A%5B%22vip%22%5D%7D%5D%7D%5D%7D',
  ])
    expect(writeInboxView(read(text)).toString()).toBe(text)
})

test('the default order is omitted from the URL, and an unknown one is ignored and reported', () => {
  expect(read('ordering=-last_message_at').ordering).toBe('-last_message_at')
  expect(read('ordering=colour').ordering).toBe('-last_message_at')
  expect(read('ordering=-priority,waiting_since').ordering).toBe('-priority,waiting_since')
  expect(refusedInboxFilters(new URLSearchParams('ordering=colour')).map(({ name }) => name)).toEqual(['ordering'])
  expect(refusedInboxFilters(new URLSearchParams('ordering=-priority,waiting_since'))).toEqual([])
  // Not a refused filter: the view can still be saved, with the default order.
  expect(read('ordering=colour').filters.refused).toEqual([])
  expect(writeInboxView({ ...read('ordering=colour'), ordering: '-created_at' }).toString()).toBe(
    'ordering=-created_at',
  )
})

test('the contact can be open only if a conversation is', () => {
  expect(writeInboxView({ ...read(''), isContactOpen: true }).toString()).toBe('')
  expect(read('conversation=&pane=contact').conversation).toBeNull()
})

test('an invalid filter is kept in the URL and not sent', () => {
  const view = read('status=wrong&unread=true')
  expect(view.filters.refused.map(({ name }) => name)).toEqual(['status'])
  expect(writeInboxView(view).get('status')).toBe('wrong')
  expect(inboxListInput(view, 'UTC').filters).toEqual({ unread: ['true'] })
})

test('the check whether a row still matches asks for its number and the filter', () => {
  const input = (text: string) => inboxListInput(read(text), 'UTC')
  expect(rowInput(input('status=open'), 7).filters).toEqual({ status: ['open'], number: ['7'] })
  expect(rowInput(input('number=5'), 7).filters).toEqual({ number: ['5', '7'] })
})

test('filter groups are sent to a service that supports them, and rejected otherwise', () => {
  const text = 'unread=true&filter={"or":[{"field":"status","values":["open"]}]}'
  const sent = '{"and":[{"or":[{"field":"status","values":["open"]}]}]}'
  expect(inboxListInput(read(text), 'UTC').filters).toEqual({ unread: ['true'], filter: sent })
  const without = read(text, false)
  expect(inboxListInput(without, 'UTC').filters).toEqual({ unread: ['true'] })
  expect(without.filters.refused.map(({ name }) => name)).toEqual(['filter'])
})

test('only an empty URL is replaced by the default view', () => {
  expect(isBare(read(''))).toBe(true)
  for (const text of ['view=all', 'unread=true', 'colour=red', 'ordering=waiting_since', 'conversation=cnv_1'])
    expect(isBare(read(text)), text).toBe(false)
})
