/** Flows run: from a start by hand to the end, step by step. */
import { expect, test } from 'vitest'
import { eachDatabase } from './harness.ts'
import { makeFlow, runEnd, startRun } from './runs.ts'

eachDatabase(
  'engine',
  (service) => {
    test('a straight flow runs to its end', async () => {
      const { owner } = service.one
      const flow = await makeFlow(service, owner, {
        nodes: [
          { id: 'begin', type: 'trigger', config: { kind: 'manual' } },
          { id: 'pause', type: 'wait', config: { seconds: 0 } },
        ],
        ways: ['begin → pause'],
      })
      const started = await startRun(service, owner, flow, { input: { order: 7 } })
      expect(started.status).toBe('queued')
      const run = await runEnd(service, owner, started.id)
      expect(run).toMatchObject({ status: 'succeeded', output: { order: 7 }, error: null })
      expect(run.steps.map(({ node_id: node, status }) => `${node} ${status}`)).toEqual([
        'begin succeeded',
        'pause succeeded',
      ])
    })
  },
  {},
  { engine: true },
)
