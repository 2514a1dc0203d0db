import { expect, test } from 'vitest'
import { isTooLarge, retentionDays, copiesToDelete, type TrashCopy } from './trash-limits.ts'

const day = 24 * 60 * 60 * 1000
const copy = (id: string, at: number, bytes = 10): TrashCopy => ({
  id,
  owner: 'me',
  flowId: id,
  name: id,
  at,
  bytes,
  nodes: 1,
  isDeleted: true,
})
const dropped = (copies: TrashCopy[], now: number, limits?: { copies: number; bytes: number }) =>
  copiesToDelete(copies, now, limits).map(({ id }) => id)

test('copies are deleted after thirty days', () => {
  const copies = [copy('old', 0), copy('new', day)]
  expect(dropped(copies, retentionDays * day - 1)).toEqual([])
  expect(dropped(copies, retentionDays * day)).toEqual(['old'])
  expect(dropped(copies, (retentionDays + 1) * day)).toEqual(['new', 'old'])
})

test('the oldest copies are deleted if their number or total size exceeds the limit', () => {
  const copies = [copy('a', 1), copy('b', 2), copy('c', 3)]
  expect(dropped(copies, day, { copies: 2, bytes: 100 })).toEqual(['a'])
  expect(dropped(copies, day, { copies: 9, bytes: 25 })).toEqual(['a'])
  expect(dropped([...copies, copy('huge', 4, 95)], day, { copies: 9, bytes: 100 })).toEqual(['c', 'b', 'a'])
  expect([isTooLarge(50_000_000), isTooLarge(50_000_001)]).toEqual([false, true])
})
