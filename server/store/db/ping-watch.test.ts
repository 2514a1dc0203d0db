import { expect, test } from 'vitest'
import { judgePing, watchPings } from './ping-watch.ts'

const asked = { pingedAt: 1_000, period: 5_000, deadline: 60_000 }

test('an unanswered ping is lost at the first tick whose previous tick was after the deadline', () => {
  expect(judgePing({ ...asked, now: 66_000, lastTick: 61_000 })).toBe('waiting')
  expect(judgePing({ ...asked, now: 66_001, lastTick: 61_001 })).toBe('lost')
})

test('a late tick restarts the deadline, regardless of the age of the ping', () => {
  expect(judgePing({ ...asked, now: 71_000, lastTick: 6_000 })).toBe('again')
  expect(judgePing({ ...asked, now: 16_001, lastTick: 6_000 })).toBe('again')
  expect(judgePing({ ...asked, now: 16_000, lastTick: 6_000 })).toBe('waiting')
})

test('a main thread blocked for longer than the deadline does not count as a loss, but silence does', async () => {
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
          setTimeout(() => watch.onPong(), 3 * deadline)
          const until = performance.now() + 3 * deadline
          while (performance.now() < until);
          return
        }
        watch.onPong()
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
