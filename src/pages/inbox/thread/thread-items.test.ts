import { expect, test } from 'vitest'
import type { Message } from '#contract/conversation.ts'
import { threadItems } from './thread-items.ts'

const message = (id: string, direction: Message['direction'], at: string, run: string | null): Message => ({
  id,
  at,
  direction,
  author: direction === 'in' ? 'contact' : 'flow',
  author_name: null,
  text: id,
  run: run === null ? null : { id: run, status: 'succeeded', cost: '0.010000', step_count: 2 },
  delivery: null,
})
const keys = (messages: Message[]) =>
  threadItems(messages, (at) => at.slice(0, 10)).map((item) => (item.kind === 'day' ? item.at.slice(0, 10) : item.key))

test('a run appears once, after the message that started it', () => {
  expect(
    keys([message('ask', 'in', '2026-11-20T08:00:00Z', 'r1'), message('answer', 'out', '2026-11-20T08:01:00Z', 'r1')]),
  ).toEqual(['2026-11-20', 'ask', 'run r1', 'answer'])
})

test('a run that no message started comes before the message that it wrote', () => {
  expect(keys([message('news', 'out', '2026-11-20T08:00:00Z', 'r1')])).toEqual(['2026-11-20', 'run r1', 'news'])
})

test('a day appears before its first message', () => {
  expect(
    keys([
      message('a', 'in', '2026-11-20T08:00:00Z', null),
      message('b', 'note', '2026-11-20T09:00:00Z', null),
      message('c', 'in', '2026-11-22T08:00:00Z', null),
    ]),
  ).toEqual(['2026-11-20', 'a', 'b', '2026-11-22', 'c'])
})
