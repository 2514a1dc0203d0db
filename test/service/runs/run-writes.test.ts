/** Writes of a run: repeatable steps are written together, and always before a step with external effects begins. */
import { expect, test } from 'vitest'
import { textOf, type JsonRecord } from '#lib/json/json.ts'
import { deferred } from '#server/engine/run/deferred.ts'
import type { NodeRunner } from '#server/engine/node.ts'
import { commitStep, type Commit, type CommitStep } from '#server/store/engine/engine-commit.ts'
import { eachDatabase } from '#test/service/support/harness.ts'
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
const still = (id: string): TestNode => ({ id, type: 'wait', config: { seconds: 0 } })
const node = (id: string, type: string, config: JsonRecord = {}): TestNode => ({ id, type, config })

const written = new Map<string, Commit[]>()
const commit: CommitStep = async (db, step) => {
  const answer = await commitStep(db, step)
  written.set(step.run, [...(written.get(step.run) ?? []), step])
  return answer
}
const startsOf = (run: string) => (written.get(run) ?? []).map(({ started }) => started.map(({ node_id: id }) => id))
const endsOf = (run: string) => (written.get(run) ?? []).map(({ ended }) => ended.map(({ key }) => key.split('#')[0]))

const gate = { open: deferred() }
/** A slow node without external effects. */
const slow: NodeRunner = {
  type: 'slow',
  timeoutMs: 60_000,
  isFree: true,
  isRepeatable: true,
  async run({ input }) {
    await gate.open.promise
    return { is: 'done', handles: ['out'], output: input }
  },
}
/** A node with external effects, whose output is what its run has stored so far. */
const statusReaders = new Map<string, (run: string, account: string) => Promise<Record<string, string>>>()
const outside: NodeRunner = {
  type: 'outside',
  timeoutMs: 60_000,
  isFree: true,
  async run({ runId, accountId, node: { config } }) {
    const readStatuses = statusReaders.get(textOf(config['look']))
    return { is: 'done', handles: ['out'], output: (await readStatuses?.(runId, accountId)) ?? null }
  },
}

eachDatabase('what runs write', { differs: 'queue', engine: { commit, moreRunners: [slow, outside] } }, (service) => {
  const statuses = async (run: string, account: string) => {
    const { rows } = await service.app.services.database.pool.query<{ node: string; status: string }>(
      'select node_id as node, status from run_step where account_id = $1 and run_id = $2 order by seq',
      [account, run],
    )
    return Object.fromEntries(rows.map((row) => [row.node, row.status]))
  }

  test('writes repeatable steps in one statement, and all of them before a step with external effects', async () => {
    const { one } = service
    statusReaders.set(service.kind, statuses)
    const flow = await makeFlow(service, one.owner, {
      nodes: [begin, still('a'), still('b'), node('out', 'outside', { look: service.kind }), still('c')],
      edges: ['begin → a', 'a → b', 'b → out', 'out → c'],
    })
    const statements: number[] = []
    for (let index = 0; index < 5; index += 1) {
      const { id } = await startRun(service, one.owner, flow)
      const { status, steps } = await waitForRunEnd(service, one.owner, id)
      expect(status).toBe('succeeded')
      expect(steps.map(({ node_id: step }) => step)).toEqual(['begin', 'a', 'b', 'out', 'c'])
      expect(steps[3]?.output).toEqual({ begin: 'succeeded', a: 'succeeded', b: 'succeeded', out: 'running' })
      statements.push(startsOf(id).length)
    }
    // On a busy machine the write buffer may be flushed earlier.
    expect(Math.min(...statements)).toBe(3)
  })

  test('shows a slow step while it runs, with the steps before it', async () => {
    const { one } = service
    gate.open = deferred()
    const flow = await makeFlow(service, one.owner, {
      nodes: [begin, still('a'), node('s', 'slow'), still('c')],
      edges: ['begin → a', 'a → s', 's → c'],
    })
    const { id } = await startRun(service, one.owner, flow)
    const run = await until(
      () => readRun(service, one.owner, id),
      ({ steps }) => steps.length === 3,
      'the slow step is visible',
    )
    expect(run.steps.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'running'])
    gate.open.resolve()
    expect(await waitForRunEnd(service, one.owner, id)).toMatchObject({ status: 'succeeded' })
  })

  /** Simulates a process that dies right after it took over the next segment of this run. */
  const simulateDeadTakeover = (run: string) =>
    service.app.services.database.pool.query(`
        create function left_behind() returns trigger language plpgsql as $$ begin new.status := 'running'; return new; end $$;
        create trigger left_behind before update on run for each row
          when (new.id = '${run}' and old.status = 'waiting' and new.status = 'queued') execute function left_behind()`)

  test('writes each step as it begins in a run taken over from another process', async () => {
    const { one } = service
    const flow = await makeFlow(service, one.owner, {
      nodes: [begin, node('w', 'wait', { event: 'webhook' }), still('a'), still('b')],
      edges: ['begin → w', 'w → a', 'a → b'],
    })
    const { engine } = service.app.services
    const resumeRun = async (isTakenOver: boolean) => {
      const { id } = await startRun(service, one.owner, flow)
      await waitForRunStatus(service, one.owner, id, 'waiting')
      const before = startsOf(id).length
      if (isTakenOver) await simulateDeadTakeover(id)
      await engine?.deliver(one.id, { runId: id }, 'webhook', { n: 1 })
      expect(await waitForRunEnd(service, one.owner, id)).toMatchObject({ status: 'succeeded' })
      return {
        starts: startsOf(id).slice(before).flat(),
        ends: endsOf(id)
          .slice(before)
          .filter((ends) => ends.length > 0),
      }
    }
    const takenOver = await resumeRun(true)
    expect(takenOver.starts).toEqual(['a', 'b'])
    expect(takenOver.ends).toEqual([['w'], ['a'], ['b']])
    const notTakenOver = await resumeRun(false)
    expect(notTakenOver.starts).toEqual(['a', 'b'])
    expect(notTakenOver.ends.flat()).toEqual(['w', 'a', 'b'])
    expect(notTakenOver.ends.length).toBeLessThanOrEqual(takenOver.ends.length)
  })
})
