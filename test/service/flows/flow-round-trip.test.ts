/** Import, export and comparison through the service, of our own files, and of a corpus if FLOW_CORPUS names one. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { FlowDetail, Template } from '#contract/flow.ts'
import { changeCount, diffFlows } from '#flow/diff/diff.ts'
import { readFlowFile } from '#flow/file/read.ts'
import { templateText, writeTemplate } from '#flow/file/template.ts'
import { corpusAt, repoCorpus } from '#scripts/corpus/flow-corpus.ts'
import { eachDatabase, type TestRequest, type TestCaller } from '#test/service/support/harness.ts'

const corpus = process.env['FLOW_CORPUS']
const folders = [repoCorpus, ...(corpus === undefined ? [] : [resolve(corpus)])]
const files = folders.flatMap((folder) => corpusAt(folder).files.map(({ file }) => join(folder, file)))

const facts = { exportedAt: '', generator: { name: '', version: '' } }
/** Permitted differences between two exports (docs/api.md, "Import and export"). */
const without = (text: string) => text.replace(/"exported_at": "[^"]*"/, '').replace(/"generator": \{[^}]*\}/, '')

eachDatabase('flows there and back', (service) => {
  let caller: TestCaller
  beforeAll(() => {
    caller = service.one.operator
  })
  const send = (method: string, path: string, sent: TestRequest = {}) =>
    service.request(method, path, { as: caller, ...sent })

  test.each(files)('keeps %s unchanged by import and export', async (file) => {
    const read = readFlowFile({ name: file, bytes: readFileSync(file) })
    if (!read.ok) expect.fail(read.message)
    for (const flow of read.flows) {
      const text = templateText(writeTemplate(flow, facts))
      // The import replaces an existing name, which does not count as a difference.
      const created = await send('POST', '/flow/import/', { body: { template: text } })
      expect(created.status).toBe(201)
      const storedFlow = created.as(FlowDetail)
      expect(changeCount(diffFlows(flow, storedFlow))).toBe(0)
      const { variables, settings, metadata, description } = storedFlow
      expect({ variables, settings, metadata, description }).toEqual({
        variables: flow.variables,
        settings: flow.settings,
        metadata: flow.metadata,
        description: flow.description,
      })
      const out = await send('GET', `/flow/${storedFlow.id}/export/`)
      expect(without(out.text)).toBe(without(text))
      const again = (await send('POST', '/flow/import/', { body: { template: out.text } })).as(FlowDetail)
      expect(changeCount(diffFlows(storedFlow, again))).toBe(0)
      const back = await send('GET', `/flow/${again.id}/export/`)
      const named = { ...back.as(Template), flow: { ...back.as(Template).flow, name: flow.name } }
      expect(without(templateText(named))).toBe(without(text))
      for (const { id } of [storedFlow, again]) await send('DELETE', `/flow/${id}/`)
    }
  })
})
