/** Counts of findings in the list of flows agree with the findings of each flow, and are added to older flows. */
import { expect, test } from 'vitest'
import { FlowDetail, FlowSummary } from '#contract/flow.ts'
import { page } from '#contract/kernel/page.ts'
import { findingCounts } from '#flow/health/findings.ts'
import { verdictOf } from '#flow/health/verdict.ts'
import { enabledSteps } from '#flow/node-kind.ts'
import { productOf } from '#flow/formats/format-titles.ts'
import { fillValidationSummaries } from '#server/tasks/validation-summaries.ts'
import { eachDatabase, type TestCaller, type TestService } from '#test/service/support/harness.ts'
import { template } from '#test/service/support/template.ts'
import { fixtureText } from '#test/support/flow-fixtures.ts'

async function listed(service: TestService, as: TestCaller): Promise<FlowSummary[]> {
  const { results } = (await service.request('GET', '/flow/?limit=100&ordering=name', { as })).as(page(FlowSummary))
  return results
}

/** Imports, creates and duplicates flows with and without findings. */
async function addFlows(service: TestService, as: TestCaller): Promise<void> {
  const post = async (path: string, body: unknown) => {
    const response = await service.request('POST', path, { as, body })
    expect(response.status).toBe(201)
    return response.as(FlowDetail).id
  }
  const foreign = await post('/flow/import/', { template: fixtureText('n8n-orders.json'), name: 'Orders' })
  await post(`/flow/${foreign}/duplicate/`, {})
  await post('/flow/import/', { template, name: 'Own' })
  await post('/flow/', { name: 'Empty' })
}

eachDatabase('counts of findings', { ownApp: true }, (service) => {
  test('flows without counts get them in the background, without another change', async () => {
    const { owner } = service.one
    await addFlows(service, owner)
    const before = await listed(service, owner)
    expect(before.map((row) => [row.name, row.validation_summary?.errors, row.validation_summary?.product])).toEqual([
      ['Empty', 1, null],
      ['Orders', 0, 'n8n'],
      ['Orders (copy)', 0, 'n8n'],
      ['Own', 0, null],
    ])
    const { pool } = service.app.services.database
    await pool.query('update flow set validation_summary = null')
    const upgraded = await listed(service, owner)
    expect(upgraded).toEqual(before.map(({ validation_summary: _, ...row }) => row))
    // A document that cannot be read does not keep the others from being counted.
    await pool.query(`update flow_document set body = 'no JSON' where flow_id = $1`, [before[2]?.id])
    await fillValidationSummaries(service.app.services)
    expect(await listed(service, owner)).toEqual(before.map((row, at) => (at === 2 ? upgraded[2] : row)))
  })

  test('the counts of a list are those of the flow and its findings, in the sample too', async () => {
    const { owner } = service.two
    await addFlows(service, owner)
    expect((await service.request('POST', '/sample/', { as: owner })).status).toBe(201)
    const rows = await listed(service, owner)
    expect(rows.length).toBeGreaterThan(30)
    for (const row of rows) {
      const flow = (await service.request('GET', `/flow/${row.id}/`, { as: owner })).as(FlowDetail)
      expect(row.validation_summary, row.name).toEqual(flow.validation_summary)
      const { error, warning } = findingCounts(flow.validation)
      const facts = { steps: enabledSteps(flow.nodes), product: productOf(flow.metadata) }
      const verdict = verdictOf(flow.validation, facts)
      expect(row.validation_summary, row.name).toEqual({
        errors: error,
        warnings: warning,
        steps: facts.steps,
        foreign_steps: verdict.foreign,
        faulty_steps: verdict.faulty,
        flow_errors: verdict.otherErrors,
        starts_elsewhere: verdict.startsElsewhere,
        product: facts.product,
      })
    }
  })
})
