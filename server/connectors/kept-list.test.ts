/** Kept lists: completeness, writes during a load, failures and outages. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Fault } from '#server/base/fault.ts'
import { KeptList } from './kept-list.ts'

interface Row {
  id: string
  text: string
}

const row = (id: string, text = ''): Row => ({ id, text })
const idOf = ({ id }: Row): string => id
const second = 1_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  // No list is loaded at the very start of a process.
  vi.advanceTimersByTime(second)
})
afterEach(() => void vi.useRealTimers())

/** A page that is given when `release` is called. */
function gate(): { opened: Promise<void>; release: () => void } {
  let release = (): void => {}
  const opened = new Promise<void>((done) => {
    release = done
  })
  return { opened, release }
}

async function* pages(...all: Row[][]): AsyncGenerator<Row[]> {
  for (const page of all) yield await Promise.resolve(page)
}

/** What a read gives, while the clock goes on. */
async function read(list: KeptList<Row>) {
  const asked = list.read()
  // A failure reaches the caller below; without this, it would count as unhandled while the clock goes on.
  asked.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(second)
  return asked
}
const idsOf = async (list: KeptList<Row>) => (await read(list)).rows.map(idOf)

test('a list that was cut at its maximum is never complete, also after a refresh', async () => {
  const refresh = vi.fn<() => AsyncGenerator<Row[]>>(() => pages([]))
  const list = new KeptList({ idOf, maxRows: 2, load: () => pages([row('1'), row('2'), row('3')]), refresh })
  expect(await read(list)).toEqual({ rows: [row('1'), row('2')], isComplete: false })
  await vi.advanceTimersByTimeAsync(10 * second)
  expect(await read(list)).toMatchObject({ isComplete: false })
  expect(refresh).toHaveBeenCalledOnce()
})

test('rows that were deleted there disappear, although a refresh does not see it', async () => {
  let there = [row('1'), row('2')]
  const list = new KeptList({ idOf, maxRows: 10, load: () => pages(there), refresh: () => pages([]) })
  expect(await idsOf(list)).toEqual(['1', '2'])
  there = [row('1')]
  await vi.advanceTimersByTimeAsync(10 * second)
  expect(await idsOf(list)).toEqual(['1', '2'])
  await vi.advanceTimersByTimeAsync(600 * second)
  expect(await idsOf(list)).toEqual(['1'])
})

test('what is written or removed during a load stays so', async () => {
  const rest = gate()
  const list = new KeptList({
    idOf,
    maxRows: 10,
    startsEarly: true,
    load: async function* load() {
      yield [row('1'), row('2', 'old')]
      await rest.opened
      yield [row('2', 'old'), row('3')]
    },
  })
  expect(await read(list)).toMatchObject({ isComplete: false })
  list.put(row('2', 'new'))
  list.put(row('9'))
  list.remove('3')
  rest.release()
  const { rows, isComplete } = await read(list)
  expect(isComplete).toBe(true)
  expect(rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([row('1'), row('2', 'new'), row('9')])
})

test('a row that is written during a load does not vanish with the next page', async () => {
  const [next, last] = [gate(), gate()]
  const list = new KeptList({
    idOf,
    maxRows: 10,
    startsEarly: true,
    load: async function* load() {
      yield [row('1')]
      await next.opened
      yield [row('2')]
      await last.opened
      yield [row('3')]
    },
  })
  await read(list)
  list.put(row('9'))
  next.release()
  expect((await idsOf(list)).toSorted()).toEqual(['1', '2', '9'])
  last.release()
  expect((await idsOf(list)).toSorted()).toEqual(['1', '2', '3', '9'])
})

test('a failure in the middle of the first load shows no shorter list as complete', async () => {
  let isBroken = true
  const list = new KeptList({
    idOf,
    maxRows: 10,
    load: async function* load() {
      yield [row('1')]
      if (isBroken) throw new Fault('upstream_broken', 'broken')
      yield [row('2')]
    },
  })
  await expect(read(list)).rejects.toThrow('broken')
  isBroken = false
  expect(await read(list)).toEqual({ rows: [row('1'), row('2')], isComplete: true })
})

test('an outage is bridged for a minute, then it is reported', async () => {
  let isDown = false
  const list = new KeptList({
    idOf,
    maxRows: 10,
    load: async function* load() {
      if (isDown) throw new Fault('upstream_unreachable', 'down')
      yield [row('1')]
    },
  })
  await read(list)
  isDown = true
  await vi.advanceTimersByTimeAsync(10 * second)
  expect(await idsOf(list)).toEqual(['1'])
  await vi.advanceTimersByTimeAsync(60 * second)
  await expect(read(list)).rejects.toThrow('down')
  isDown = false
  expect(await idsOf(list)).toEqual(['1'])
})

test.each(['not_authenticated', 'permission_denied'] as const)('%s takes away what is kept', async (code) => {
  let isRefused = false
  const list = new KeptList({
    idOf,
    maxRows: 10,
    load: async function* load() {
      if (isRefused) throw new Fault(code, 'refused')
      yield [row('1')]
    },
  })
  await read(list)
  isRefused = true
  await vi.advanceTimersByTimeAsync(10 * second)
  await expect(read(list)).rejects.toThrow('refused')
  expect(list.get('1')).toBeUndefined()
})
