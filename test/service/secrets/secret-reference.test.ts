/** Secrets that are only referenced in a tag or bracket of a text: listed as missing, bound, and used in runs. */
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { JsonRecord } from '#lib/json/json.ts'
import { closeAll } from '#test/support/local-server.ts'
import { echoServer } from '#test/service/support/canary-echo.ts'
import { canarySteps, start } from '#test/service/support/canary-steps.ts'
import { eachDatabase } from '#test/service/support/harness.ts'
import type { TestNode } from '#test/service/support/runs.ts'

const { port, requests } = await echoServer()
afterAll(closeAll)

eachDatabase('references to secrets', { engine: true }, (service) => {
  const { send, makeTool, flowOf, runToEnd } = canarySteps(service)
  const makeSecret = async (key: string) =>
    makeTool({ name: key, key, category: 'global', config: { value: `${key}-kan4ry`, type: 'string', secret: true } })
  const body = {
    tag: '{%- assign q = secrets.in_tag | upcase -%}{{ q }}',
    condition: '{% if secrets.in_condition == "in_condition-kan4ry" %}same{% endif %}',
    lines: '{% liquid\n  assign q = secrets.in_lines\n  echo q\n%}',
    bracket: '{{ secrets["in_bracket"] }}',
  }
  const keys = ['in_bracket', 'in_condition', 'in_lines', 'in_tag']
  const Needs = z.looseObject({
    bindings: z.looseObject({ secrets: z.record(z.string(), z.string().nullable()) }),
  })
  const call: TestNode = {
    id: 'call',
    type: 'api',
    config: { method: 'POST', url: `http://127.0.0.1:${port}`, body },
  }

  test('are listed while missing, and bound once they exist', async () => {
    const flow = await flowOf('Tags', [start, call], false)
    const boundOf = async () => (await send('GET', `/flow/${flow}/`)).as(Needs).bindings.secrets
    expect(await boundOf()).toEqual(Object.fromEntries(keys.map((key) => [key, null])))
    expect((await send('POST', `/flow/${flow}/activate/`)).status).toBe(409)
    for (const key of keys) await makeSecret(key)
    expect(Object.values(await boundOf()).every((id) => id?.startsWith('tool_'))).toBe(true)
    expect((await send('POST', `/flow/${flow}/activate/`)).status).toBe(200)
    const run = await runToEnd(flow)
    expect(run.status, JSON.stringify(run.steps)).toBe('succeeded')
    expect(requests.at(-1)?.body).toBe(
      JSON.stringify({
        tag: 'IN_TAG-KAN4RY',
        condition: 'same',
        lines: 'in_lines-kan4ry',
        bracket: 'in_bracket-kan4ry',
      }),
    )
    expect(JSON.stringify(run)).not.toMatch(/kan4ry/i)
  })

  test.each<JsonRecord>([
    { seconds: '{{ secrets.in_tag }}' },
    { until: '{% assign q = secrets.in_tag %}{{ q }}' },
    { event: 'reply', timeout_s: '{{ secrets["in_tag"] }}' },
  ])('do not start a wait with %j', async (config) => {
    const flow = await flowOf('Waits', [start, { id: 'wait', type: 'wait', config }], false)
    expect(await runToEnd(flow, { is_test: true })).toMatchObject({
      status: 'failed',
      error: {
        code: 'secret_in_wait',
        message:
          'The wait time contains a secret, so the wait did not start. Enter the time directly or use a variable.',
      },
    })
  })
})
