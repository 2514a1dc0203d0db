/** The sample flows can run: the service itself answers their calls, without requests to other hosts. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { recordOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { designs } from '#server/sample/flows/designs.ts'
import { eachDatabase } from '#test/service/support/harness.ts'
import { readRun, until } from '#test/service/support/runs.ts'

const Flow = z.looseObject({
  name: z.string(),
  status: z.string(),
  nodes: z.array(z.looseObject({ id: z.string(), type: z.string(), config: z.record(z.string(), z.json()) })),
})
const Started = z.looseObject({ id: z.string() })

/** Typical inputs of the triggers. */
const values: JsonRecord = {
  text: 'Where is my order A-1284?',
  from: '+49 30 5550100',
  name: 'Kim Lind',
  email: ' Kim@Customer.example',
  serial: 'AB 12345678',
  street: 'Linden Street 7',
  starts: new Date(Date.now() - 86_400_000).toISOString(),
  team: 'support',
  consent: true,
  stars: 5,
  rows: '',
}

function inputOf(trigger: JsonRecord): JsonRecord {
  const { properties } = recordOf(trigger['input_schema'])
  const created = Object.entries(recordOf(properties)).map(([key, schema]): [string, Json] => {
    const { type } = recordOf(schema)
    return [key, values[key] ?? (type === 'number' ? 3 : type === 'boolean' ? true : `${key} 1`)]
  })
  return { ...values, ...Object.fromEntries(created) }
}

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
          const input = inputOf(trigger.config)
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
})
