import { expect, test } from 'vitest'
import { judgePing, watchPings } from './ping-watch.ts'

const asked = { pingedAt: 1_000, period: 5_000, deadline: 60_000 }

test('a ping without an answer is lost at the tick after the deadline, when all that had come was read', () => {
  expect(judgePing({ ...asked, now: 66_000, lastTick: 61_000 })).toBe('waiting')
  expect(judgePing({ ...asked, now: 66_001, lastTick: 61_001 })).toBe('lost')
})

test('a tick that comes late starts the time again, however long ago the ping was', () => {
  expect(judgePing({ ...asked, now: 71_000, lastTick: 6_000 })).toBe('again')
  expect(judgePing({ ...asked, now: 16_001, lastTick: 6_000 })).toBe('again')
  expect(judgePing({ ...asked, now: 16_000, lastTick: 6_000 })).toBe('waiting')
})

test('a main thread that was blocked longer than the deadline loses nothing; silence does', async () => {
  const deadline = 100
  let silent = false
  let answers = 0
  const ended = new Promise<boolean>((done) => {
    const watch = watchPings(
      deadline,
      () => {
        if (silent) return
        answers += 1
        if (answers === 1) {
          // The answer has arrived, but this thread is blocked.
          setTimeout(() => watch.answered(), 3 * deadline)
          const until = performance.now() + 3 * deadline
          while (performance.now() < until);
          return
        }
        watch.answered()
        silent = true
      },
      () => {
        watch.stop()
        done(silent)
      },
    )
  })
  expect(await ended).toBe(true)
  expect(answers).toBe(2)
})
