/** Admitted, waiting and refused requests. */
import { expect, test } from 'vitest'
import { makeMemoryAdmission } from './memory-admission.ts'

const refused = { code: 'unavailable', headers: { 'retry-after': '5' } }

test('an account that has used its share waits, while another account is admitted', async () => {
  const work = makeMemoryAdmission({ total: 100, perAccount: 60, waitMs: 60_000 })
  const began: string[] = []
  const enter = (name: string, bytes: number) => {
    const ticket = work.ticket(name.charAt(0))
    const entered = ticket.reserve(bytes, true).then(() => void began.push(name))
    return { ticket, entered }
  }
  const a1 = enter('a1', 40)
  const a2 = enter('a2', 40)
  const a3 = enter('a3', 10)
  const b1 = enter('b1', 50)
  await Promise.all([a1.entered, b1.entered])
  expect(began).toEqual(['a1', 'b1'])
  const c1 = enter('c1', 30)
  a1.ticket.release()
  await Promise.all([a2.entered, a3.entered])
  // 100 bytes are reserved.
  expect(began).toEqual(['a1', 'b1', 'a2', 'a3'])
  const a4 = enter('a4', 5)
  b1.ticket.release()
  await Promise.all([c1.entered, a4.entered])
  expect(began.slice(4)).toEqual(['c1', 'a4'])
})

test('a request that may not wait, or waits too long, is refused with Retry-After', async () => {
  const work = makeMemoryAdmission({ total: 10, perAccount: 10, waitMs: 5, maxWaiting: 1 })
  const one = work.ticket('a')
  await one.reserve(1000, true)
  await expect(work.ticket('b').reserve(1, false)).rejects.toMatchObject(refused)
  const late = work.ticket('b').reserve(1, true)
  await expect(work.ticket('b').reserve(1, true)).rejects.toMatchObject(refused)
  await expect(late).rejects.toMatchObject(refused)
  one.release()
  one.release()
  const ticket = work.ticket('b')
  await ticket.reserve(10, false)
  await ticket.reserve(5, false)
  expect(ticket.hasReserved).toBe(true)
  await expect(work.ticket('a').reserve(1, false)).rejects.toMatchObject(refused)
  ticket.release()
  await work.ticket('a').reserve(10, false)
})
