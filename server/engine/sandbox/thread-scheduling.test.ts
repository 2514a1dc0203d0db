/** Calls that may run concurrently, in pools of the minimum size and smaller. */
import { expect, test } from 'vitest'
import { minThreads, canStart, nextToStart, type ScheduledCall } from './thread-scheduling.ts'

const code = (account: string, flow: string): ScheduledCall => ({ length: 'code', owner: { account, flow } })
const expression: ScheduledCall = { length: 'expression', owner: null }
const brief: ScheduledCall = { length: 'brief', owner: null }

/** Calls of a sequence that may start while all earlier ones are running. */
function begun(asked: readonly ScheduledCall[], size = minThreads): ScheduledCall[] {
  const busy: ScheduledCall[] = []
  for (const one of asked) if (canStart(one, busy, size)) busy.push(one)
  return busy
}

test('endless code leaves threads to other flows, other accounts, expressions and templates', () => {
  const loops = Array.from({ length: 9 }, () => code('a', 'loop'))
  expect(begun([...loops, code('a', 'chat'), code('b', 'loop'), expression, brief])).toEqual([
    code('a', 'loop'),
    code('a', 'loop'),
    code('a', 'chat'),
    code('b', 'loop'),
    expression,
    brief,
  ])
})

test('slow expressions leave a thread to brief calls, and calls never exceed the pool size', () => {
  const all = begun([...Array.from({ length: 9 }, () => expression), ...Array.from({ length: 9 }, () => brief)])
  expect(all).toHaveLength(minThreads)
  expect(all.filter((one) => one === brief)).toHaveLength(1)
})

test('a pool below the minimum size still runs calls', () => {
  expect(begun([code('a', 'loop'), code('b', 'loop'), expression, brief], 2)).toEqual([code('a', 'loop'), brief])
  expect(begun([code('a', 'loop'), brief], 1)).toEqual([code('a', 'loop')])
})

test('trials of one account leave a thread to trials of another', () => {
  const trial = (account: string, length: ScheduledCall['length'] = 'code'): ScheduledCall => ({
    length,
    owner: { account, flow: null },
  })
  const loops = Array.from({ length: 5 }, () => trial('a'))
  expect(begun([...loops, trial('b')])).toEqual([trial('a'), trial('a'), trial('b')])
  for (const length of ['expression', 'brief'] as const) {
    const many = Array.from({ length: 9 }, () => trial('a', length))
    expect(begun([...many, trial('b', length)]).at(-1)).toEqual(trial('b', length))
  }
})

test('the next call is the first of the account with the fewest running calls', () => {
  const waiting = [code('a', 'loop'), code('a', 'chat'), code('b', 'one'), code('b', 'two'), code('c', 'x')]
  const next = (running: readonly ScheduledCall[]) => nextToStart(waiting, running, minThreads)
  expect(next([])).toBe(waiting[0])
  expect(next([code('a', 'loop'), code('a', 'loop'), code('c', 'x')])).toBe(waiting[2])
  expect(next([code('a', 'loop'), code('b', 'one')])).toBe(waiting[4])
  expect(next([code('a', 'loop'), code('b', 'one'), code('c', 'x'), code('c', 'y')])).toBe(null)
})
