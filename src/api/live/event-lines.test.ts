import { expect, test } from 'vitest'
import { EventLines } from './event-lines.ts'

const all = (...pieces: string[]) => {
  const lines = new EventLines('')
  return pieces.flatMap((piece) => lines.add(piece))
}

test('an event has a name, data and the last id', () => {
  expect(all('id: 7\nevent: change\ndata: {"a":1}\n\n')).toEqual([{ name: 'change', data: '{"a":1}', id: '7' }])
  expect(all('data: x\n\n')).toEqual([{ name: 'message', data: 'x', id: '' }])
})

test('chunks may end anywhere, even within a CRLF', () => {
  const text = 'id: 1\r\nevent: change\r\ndata: one\r\ndata: two\r\n\r\n: a comment\r\n\r\ndata:three\r\n\r\n'
  const allEvents = all(text)
  expect(allEvents).toEqual([
    { name: 'change', data: 'one\ntwo', id: '1' },
    { name: 'message', data: 'three', id: '1' },
  ])
  for (let at = 1; at < text.length; at += 1) expect(all(text.slice(0, at), text.slice(at))).toEqual(allEvents)
  expect(all(...text.split(''))).toEqual(allEvents)
})

test('an incomplete event is not delivered, comments and unknown fields are ignored', () => {
  expect(all('data: half')).toEqual([])
  expect(all('data: half\n')).toEqual([])
  expect(all(': beat\n\n', 'retry: 100\n\n')).toEqual([])
  expect(all('event: reset\n\n')).toEqual([{ name: 'reset', data: '', id: '' }])
})

test('the last id of the previous connection is kept until a new one arrives', () => {
  expect(new EventLines('41').add('data: x\n\n')).toEqual([{ name: 'message', data: 'x', id: '41' }])
})

test('a line that is too long throws', () => {
  const lines = new EventLines('')
  const piece = 'x'.repeat(400_000)
  lines.add(piece)
  lines.add(piece)
  expect(() => lines.add(piece)).toThrow(RangeError)
})
