/** The sample flows can run: the service itself answers their calls, without requests to other hosts. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Run } from '#contract/billing.ts'
import { Incident } from '#contract/incident.ts'
import { page } from '#contract/kernel/page.ts'
import { RunBulk, RunBulkPlan } from '#contract/run-work.ts'
import { designs } from '#server/sample/flows/designs.ts'
import { flowIdOf } from '#server/sample/flows/sample-document.ts'
import { sampleInputOf } from '#server/sample/flows/sample-input.ts'
import { addSample } from '#server/sample/sample-jobs.ts'
import { eachDatabase } from '#test/service/support/harness.ts'
import { readRun, until } from '#test/service/support/runs.ts'

const Flow = z.looseObject({
  name: z.string(),
  status: z.string(),
  nodes: z.array(z.looseObject({ id: z.string(), type: z.string(), config: z.record(z.string(), z.json()) })),
})
const Started = z.looseObject({ id: z.string() })

eachDatabase('flows of the sample', { engine: true }, (service) => {
  test(
    'runs each sample flow from each of its triggers until it ends or waits',
    { timeout: 400_000, tags: 'all' },
    async () => {
      const { owner } = service.one
      expect((await service.request('POST', '/sample/', { as: owner })).status).toBe(201)
      const outcomes: Record<string, string> = {}
      for (const { key, status } of designs) {
        if (status === 'archived') continue
        const id = `flw_sample_${key}`
        const flow = (await service.request('GET', `/flow/${id}/`, { as: owner })).as(Flow)
        for (const trigger of flow.nodes.filter(({ type }) => type === 'trigger')) {
          const input = sampleInputOf(trigger.config)
          const response = await service.request('POST', `/flow/${id}/run/`, {
            as: owner,
            body: { trigger: trigger.id, input, is_test: true },
          })
          if (response.status !== 201) {
            outcomes[`${key}.${trigger.id}`] = `${response.status} ${response.text.slice(0, 300)}`
            continue
          }
          const run = response.as(Started).id
          const done = await until(
            () => readRun(service, owner, run),
            ({ status: now }) => !['queued', 'running'].includes(now),
            `${key} has ended or is waiting`,
          )
          const { error, steps } = done
          outcomes[`${key}.${trigger.id}`] =
            `${done.status} after ${steps.length}${error ? `: ${error.node_id} ${error.code} ${error.message}` : ''}`
        }
      }
      const stuck = Object.entries(outcomes).filter(([, how]) => !/^(succeeded|waiting) after/.test(how))
      // The draft without its tool is intentional: its page shows what is missing.
      expect(stuck).toEqual([['churn.weekly', expect.stringContaining('missing_tool')]])
    },
  )

  test('retries of failed sample runs succeed, cost nothing, and end the incident', async () => {
    const { owner, id: account } = service.two
    const { database, engine, now } = service.app.services
    await addSample(database, account, { flows: 30, conversations: 20, runs: 600, now: now() })
    const openIncidents = async () => {
      await engine?.checkIncidents(now())
      const response = await service.request('GET', '/incident/?status=open&kind=flow_failing', { as: owner })
      return response.as(page(Incident)).results.map(({ subject }) => subject?.name)
    }
    expect(await openIncidents()).toContain('Lead intake to CRM')
    const filter = {
      and: [
        { field: 'flow', values: [flowIdOf('lead_intake')] },
        { field: 'status', values: ['failed'] },
      ],
    }
    const send = (path: string, body: unknown) =>
      service.request('POST', `/billing/runs/bulk/${path}`, { as: owner, body })
    const plan = (await send('plan/', { action: 'retry', filter })).as(RunBulkPlan)
    expect(plan).toMatchObject({ messages: 0, requests: 0, cost: '0.000000', starts: [{ node: null }] })
    const started = await send('', { action: 'retry', filter, expected_count: plan.count })
    const bulk = started.as(RunBulk)
    await until(
      async () => (await service.request('GET', `/billing/runs/bulk/${bulk.id}/`, { as: owner })).as(RunBulk),
      ({ succeeded }) => succeeded === plan.count,
      'all retries have succeeded',
    )
    const runs = await service.request('GET', '/billing/runs/?trigger=retry&ordering=-started_at&limit=1', {
      as: owner,
    })
    const [retry] = runs.as(page(Run)).results
    expect(retry).toMatchObject({ cost: '0.000000', status: 'succeeded', sample: true })
    await until(openIncidents, (names) => !names.includes('Lead intake to CRM'), 'the incident is over')
  })
})
