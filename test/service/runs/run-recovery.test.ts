/**
 * A process that stops in order in the middle of a run: the next process continues with the interrupted step, or after
 * the last finished step.
 */
import { DBOS } from '@dbos-inc/dbos-sdk'
import { expect, test } from 'vitest'
import { makeEngine } from '#server/engine/make-engine.ts'
import { allRunners } from '#server/engine/nodes/all.ts'
import { makeOutgoing } from '#server/engine/http/outgoing.ts'
import { makeTools } from '#server/engine/make-engine-tools.ts'
import { eachDatabase } from '#test/service/support/harness.ts'
import { startCounts, probe } from '#test/service/support/probe-node.ts'
import {
  makeFlow,
  readRun,
  waitForRunEnd,
  waitForRunStatus,
  startRun,
  until,
  type TestNode,
} from '#test/service/support/runs.ts'

const begin: TestNode = { id: 'begin', type: 'trigger', config: { kind: 'manual' } }

eachDatabase('recovery of runs', { differs: 'queue', engine: { moreRunners: [probe] } }, (service) => {
  /** Simulates another process, with the data of the previous process but not its memory. */
  const nextEngine = async () => {
    const { services } = service.app
    const { config, log, now, secrets, database, events, engine: last } = services
    if (!last) throw new Error('These tests run with an engine.')
    services.engine = await makeEngine({
      alertSender: services.alertSender,
      database,
      databaseUrl: config.databaseUrl,
      log,
      now,
      secrets,
      events,
      tools: makeTools(config, log, { outgoing: makeOutgoing({ allow: [], log }), messenger: last.tools.messenger }),
      runners: allRunners,
      settings: { moreRunners: [probe] },
    })
  }
  const stop = (ms: number) => service.app.services.engine?.stop(ms)
  const steps = (run: Awaited<ReturnType<typeof readRun>>) =>
    run.steps.map((step) => [step.node_id, step.attempt, step.status, step.error?.code])

  /** A run that waits for another run, which has ended, but whose process died before it reported the end. */
  const startRunWithUnreportedEnd = async () => {
    const { owner, id: account } = service.one
    const inner = [begin, { id: 'hold', type: 'wait', config: { event: 'webhook' } }]
    await makeFlow(service, owner, { name: 'Inner', nodes: inner, edges: ['begin → hold'] })
    const sub = { id: 'sub', type: 'subflow', config: { flow: 'Inner', wait: true } }
    const flow = await makeFlow(service, owner, { nodes: [begin, sub], edges: ['begin → sub'] })
    const { id } = await startRun(service, owner, flow)
    await waitForRunStatus(service, owner, id, 'waiting')
    const { rowCount } = await service.app.services.database.pool.query(
      `update run set status = 'succeeded', output = '{"sum": 3}', finished_at = now() where account_id = $1 and parent_run = $2`,
      [account, id],
    )
    expect(rowCount).toBe(1)
    return id
  }

  test('repeats a step once in the next process if it does not end in time, without treating it as a suspect', async () => {
    const { owner } = service.one
    const flow = await makeFlow(service, owner, {
      nodes: [
        begin,
        { id: 'done', type: 'probe', config: { micros: 5 } },
        { id: 'cut', type: 'probe', config: { ms: 4_000, micros: 7 } },
      ],
      edges: ['begin → done', 'done → cut'],
    })
    const waits = await startRunWithUnreportedEnd()
    const { id } = await startRun(service, owner, flow)
    await until(
      () => readRun(service, owner, id),
      ({ steps: all }) => all.length === 3,
      'the last step is running',
    )
    await stop(0)
    await nextEngine()
    const ended = await waitForRunEnd(service, owner, id)
    expect(ended, JSON.stringify(ended)).toMatchObject({ status: 'succeeded', cost: '0.000012' })
    // The run's costs include those of the previous process.
    expect(ended).toMatchObject({ cost_breakdown: [{ quantity: 2, cost: '0.000012' }], usage: { calls: 2 } })
    expect(steps(ended)).toEqual([
      ['begin', 1, 'succeeded', undefined],
      ['done', 1, 'succeeded', undefined],
      ['cut', 1, 'failed', 'stopped'],
      ['cut', 2, 'succeeded', undefined],
    ])
    expect(startCounts.get(`${id}/done#1`)).toBe(1)
    expect(startCounts.get(`${id}/cut#1`)).toBe(2)
    // By now recovery has found the run that was not resumed.
    expect(await waitForRunEnd(service, owner, waits)).toMatchObject({ status: 'succeeded', output: { sum: 3 } })
  })

  test('continues in the next process after a step that ends in time', async () => {
    const { owner } = service.one
    const flow = await makeFlow(service, owner, {
      nodes: [
        begin,
        { id: 'slow', type: 'probe', config: { ms: 700, micros: 3 } },
        { id: 'left', type: 'probe', config: { micros: 2 } },
        { id: 'right', type: 'probe', config: { micros: 1 } },
      ],
      edges: ['begin → slow', 'slow → left', 'slow → right'],
    })
    const { id } = await startRun(service, owner, flow)
    await until(
      async () => startCounts.get(`${id}/slow#1`),
      (times) => times === 1,
      'the slow step is running',
    )
    await stop(10_000)
    // No step started while the process was stopping.
    expect([startCounts.get(`${id}/left#1`), startCounts.get(`${id}/right#1`)]).toEqual([undefined, undefined])
    expect(steps(await readRun(service, owner, id))).toEqual([
      ['begin', 1, 'succeeded', undefined],
      ['slow', 1, 'succeeded', undefined],
    ])
    await nextEngine()
    const ended = await waitForRunEnd(service, owner, id)
    expect(ended).toMatchObject({ status: 'succeeded', cost: '0.000006' })
    expect(steps(ended).map(([node, attempt, status]) => [node, attempt, status])).toEqual(
      ['begin', 'slow', 'left', 'right'].map((node) => [node, 1, 'succeeded']),
    )
    for (const node of ['slow', 'left', 'right']) expect(startCounts.get(`${id}/${node}#1`)).toBe(1)
  })

  test('reconciles schedules with flows at the start: adds missing ones, and deletes those of paused flows', async () => {
    const { owner } = service.one
    const once = { kind: 'schedule', schedule: { cron: '0 0 1 1 *', zone: 'UTC' } }
    const scheduled = () =>
      makeFlow(service, owner, { nodes: [{ id: 'at', type: 'trigger', config: once }], edges: [] })
    const [paused, active] = [await scheduled(), await scheduled()]
    const timesOf = async (flow: string) =>
      (await DBOS.listSchedules()).map(({ scheduleName }) => scheduleName).filter((name) => name.includes(flow))
    const [name = ''] = await timesOf(active)
    await DBOS.deleteSchedule(name)
    await service.app.services.database.pool.query(`update flow set status = 'paused' where id = $1`, [paused])
    await stop(0)
    await nextEngine()
    expect([await timesOf(paused), await timesOf(active)]).toEqual([[], [name]])
  })
})
