/** Who may begin beside whom, with as many threads as two cores have. */
import { expect, test } from 'vitest'
import { fewestThreads, mayBegin, type Asked } from './turns.ts'

const code = (account: string, flow: string): Asked => ({ length: 'code', owner: { account, flow } })
const expression: Asked = { length: 'expression', owner: null }
const brief: Asked = { length: 'brief', owner: null }

/** Those of a row of calls that begin, one after the other, none of which ends. */
function begun(asked: readonly Asked[], size = fewestThreads): Asked[] {
  const busy: Asked[] = []
  for (const one of asked) if (mayBegin(one, busy, size)) busy.push(one)
  return busy
}

test('code that never ends leaves threads to other flows, other accounts, expressions and texts', () => {
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

test('slow expressions leave a thread to what is brief, and nothing goes beyond the threads', () => {
  const all = begun([...Array.from({ length: 9 }, () => expression), ...Array.from({ length: 9 }, () => brief)])
  expect(all).toHaveLength(fewestThreads)
  expect(all.filter((one) => one === brief)).toHaveLength(1)
})

test('a smaller pool still does one of each kind', () => {
  expect(begun([code('a', 'loop'), code('b', 'loop'), expression, brief], 2)).toEqual([code('a', 'loop'), brief])
  expect(begun([code('a', 'loop'), brief], 1)).toEqual([code('a', 'loop')])
})
