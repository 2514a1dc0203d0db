/** Clock changes of the machine, in both directions: no scheduled start and no wait is repeated or lost. */
import { afterEach, expect, test, vi } from 'vitest'
import { Run } from '#contract/billing.ts'
import { page } from '#contract/kernel/page.ts'
import { recordOf, textOf } from '#lib/json/json.ts'
import { eachDatabase } from '#test/service/support/harness.ts'
import { startCounts, probe } from '#test/service/support/probe-node.ts'
import { makeFlow, readRun, waitForRunEnd, waitForRunStatus, startRun, until } from '#test/service/support/runs.ts'

const second = 1_000

/** Sets the clock of this process ahead by `ms`, or back if negative; timers continue unchanged. */
function setClock(ms: number): void {
  const now = () => trueDate.now() + ms
  vi.stubGlobal(
    'Date',
    new Proxy(trueDate, {
      construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
      get: (target, key, self) => (key === 'now' ? now : Reflect.get(target, key, self)),
    }),
  )
}
const trueDate = Date
afterEach(() => void vi.unstubAllGlobals())

eachDatabase('a changed clock', { engine: { moreRunners: [probe] } }, (service) => {
  const owner = () => service.one.owner
  const runsOf = async (flow: string) =>
    (await service.request('GET', `/billing/runs/?flow=${flow}&limit=100`, { as: owner() })).as(page(Run)).results

  test('starts one run for each scheduled time, in whichever direction the clock jumps', { tags: 'all' }, async () => {
    const flow = await makeFlow(service, owner(), {
      nodes: [{ id: 'at', type: 'trigger', config: { kind: 'schedule', schedule: { cron: '* * * * * *' } } }],
      edges: [],
    })
    const ticks = (count: number) =>
      until(
        () => runsOf(flow),
        (runs) => runs.length >= count,
        `${count} runs`,
      )
    await ticks(2)
    setClock(-2 * second)
    const before = (await runsOf(flow)).length
    await ticks(before + 2)
    setClock(20 * second)
    await ticks(before + 20)
    await service.request('POST', `/flow/${flow}/pause/`, { as: owner() })
    const runs = await runsOf(flow)
    const times = await Promise.all(
      runs.map(async ({ id }) =>
        Date.parse(textOf(recordOf((await waitForRunEnd(service, owner(), id)).input ?? null)['scheduled_at'])),
      ),
    )
    const sorted = times.toSorted((a, b) => a - b)
    expect(sorted).toEqual(sorted.map((_, index) => (sorted[0] ?? 0) + index * second))
  })

  test('starts runs after the clock was set back by an hour', async () => {
    const flow = await makeFlow(service, owner(), {
      nodes: [{ id: 'begin', type: 'trigger', config: { kind: 'manual' } }],
      edges: [],
    })
    // The credentials of the tests were created at the true time, and are also valid an hour earlier.
    setClock(-3600 * second)
    const { id } = await startRun(service, owner(), flow)
    expect((await waitForRunEnd(service, owner(), id)).status).toBe('succeeded')
  })

  test(
    'ends a wait once: soon if the clock jumps past its end, later if the clock is set back',
    { tags: 'all' },
    async () => {
      const start = async (seconds: number) => {
        const flow = await makeFlow(service, owner(), {
          nodes: [
            { id: 'begin', type: 'trigger', config: { kind: 'manual' } },
            { id: 'sleep', type: 'wait', config: { seconds } },
            { id: 'done', type: 'probe' },
          ],
          edges: ['begin → sleep', 'sleep → done'],
        })
        return (await startRun(service, owner(), flow)).id
      }
      // One wait is stored in the database only, the other one is in the memory of its process.
      const long = await start(4)
      await waitForRunStatus(service, owner(), long, 'waiting')
      setClock(-2 * second)
      const startedAt = performance.now()
      const short = await start(1)
      for (const id of [short, long]) expect((await waitForRunEnd(service, owner(), id)).status).toBe('succeeded')
      expect(performance.now() - startedAt).toBeGreaterThan(3 * second)
      const far = await start(600)
      await waitForRunStatus(service, owner(), far, 'waiting')
      setClock(700 * second)
      const jumped = performance.now()
      expect((await waitForRunEnd(service, owner(), far)).status).toBe('succeeded')
      expect(performance.now() - jumped).toBeLessThan(60 * second)
      for (const id of [long, short, far]) {
        expect(startCounts.get(`${id}/done#1`)).toBe(1)
        expect((await readRun(service, owner(), id)).steps).toHaveLength(3)
      }
    },
  )
})
