/** A process that stops in the middle of a step: the next one does it again, once, and says so. */
import { expect, test } from 'vitest'
import { makeEngine } from '#server/engine/make-engine.ts'
import { allRunners } from '#server/engine/nodes/all.ts'
import { makeOutgoing } from '#server/engine/http/outgoing.ts'
import { makeTools } from '#server/engine/tools.ts'
import { eachDatabase } from './harness.ts'
import { begun, probe } from './probe.ts'
import { makeFlow, readRun, runEnd, startRun, until, type TestNode } from './runs.ts'

const begin: TestNode = { id: 'begin', type: 'trigger', config: { kind: 'manual' } }

eachDatabase(
  'recovery of runs',
  (service) => {
    test('another engine goes on where the first one was cut off', async () => {
      const { owner } = service.one
      const { services } = service.app
      const { config, log, now, secrets, database, events, engine: first } = services
      const flow = await makeFlow(service, owner, {
        nodes: [
          begin,
          { id: 'done', type: 'probe', config: { micros: 5 } },
          { id: 'cut', type: 'probe', config: { ms: 4_000, micros: 7 } },
        ],
        ways: ['begin → done', 'done → cut'],
      })
      const { id } = await startRun(service, owner, flow)
      await until(
        () => readRun(service, owner, id),
        ({ steps }) => steps.length === 3,
        'the last step is under way',
      )
      await first?.stop(0)
      const second = await makeEngine({
        database,
        databaseUrl: config.databaseUrl,
        log,
        now,
        secrets,
        events,
        tools: makeTools(config, log, {
          outgoing: makeOutgoing({ allow: [], log }),
          messenger: services.channels.messenger,
        }),
        runners: allRunners,
        settings: { moreRunners: [probe] },
      })
      services.engine = second
      try {
        const ended = await runEnd(service, owner, id)
        expect(ended, JSON.stringify(ended)).toMatchObject({ status: 'succeeded', cost: '0.000012' })
        expect(ended.steps.map((step) => [step.node_id, step.attempt, step.status, step.error?.code])).toEqual([
          ['begin', 1, 'succeeded', undefined],
          ['done', 1, 'succeeded', undefined],
          ['cut', 1, 'failed', 'interrupted'],
          ['cut', 2, 'succeeded', undefined],
        ])
        expect(begun.get(`${id}/done#1`)).toBe(1)
        expect(begun.get(`${id}/cut#1`)).toBe(2)
      } finally {
        await second.stop(1_000)
      }
    })
  },
  {},
  { engine: { moreRunners: [probe] } },
)
