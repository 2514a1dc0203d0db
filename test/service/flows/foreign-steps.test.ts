/**
 * Steps that count as running here are not refused on activation because of their definition: with real files of other
 * products, and with those in FLOW_CORPUS if it is set.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Finding, FlowDetail } from '#contract/flow.ts'
import { readFlowFile } from '#flow/file/read.ts'
import { templateText, writeTemplate } from '#flow/file/template.ts'
import { productOf } from '#flow/formats/format-titles.ts'
import { findingClass } from '#flow/health/findings.ts'
import { foreignStep } from '#flow/health/foreign-step.ts'
import { lintFlow, ownFindings } from '#flow/health/lint.ts'
import { isStep } from '#flow/node-kind.ts'
import { corpusAt, repoCorpus } from '#scripts/corpus/flow-corpus.ts'
import { eachDatabase } from '#test/service/support/harness.ts'

const corpus = process.env['FLOW_CORPUS']
const folders = [repoCorpus, ...(corpus === undefined ? [] : [resolve(corpus)])]
const files = folders.flatMap((folder) => corpusAt(folder).files.map(({ file }) => join(folder, file)))
const facts = { exportedAt: '', generator: { name: '', version: '' } }
const Refusal = z.looseObject({ code: z.literal('not_ready'), validation: z.array(Finding) })

const flowsOf = (file: string) => {
  const read = readFlowFile({ name: file, bytes: readFileSync(file) })
  return read.ok ? read.flows : []
}

test('no step that counts as running here has code or expressions of another product', () => {
  const kept = files
    .flatMap(flowsOf)
    .flatMap(({ nodes, metadata }) =>
      nodes.filter((node) => isStep(node) && !node.disabled && foreignStep(node, productOf(metadata)) === null),
    )
  expect(kept.length).toBeGreaterThan(0)
  for (const {
    name,
    config: { original: _, ...config },
  } of kept) {
    expect(config, name).not.toHaveProperty('dialect')
    expect(JSON.stringify(config), name).not.toMatch(/\{\{-?\s*[$#{]|"=\{\{|\$(?:json|input|node)\b/)
  }
})

eachDatabase('flows of other products', { engine: true }, (service) => {
  test.each(files)('what runs here of %s can be activated', async (file) => {
    for (const flow of flowsOf(file)) {
      const product = productOf(flow.metadata)
      // Without the steps that run only elsewhere, all others have to be what the verdict says.
      const nodes = flow.nodes.map((node) => ({
        ...node,
        disabled: node.disabled || foreignStep(node, product) !== null,
      }))
      const rest = { ...flow, nodes }
      const lint = lintFlow(rest)
      const template = templateText(writeTemplate(rest, facts))
      const created = await service.request('POST', '/flow/import/', { as: service.one.operator, body: { template } })
      const { id } = created.as(FlowDetail)
      const response = await service.request('POST', `/flow/${id}/activate/`, { as: service.one.operator })
      if (response.status === 409) {
        // Incomplete settings of steps that were not converted are only found on activation.
        const converted = new Set(nodes.filter(({ config }) => 'original' in config).map((node) => node.id))
        const errors = response
          .as(Refusal)
          .validation.filter((finding) => findingClass(finding) === 'error')
          .filter(({ code, node_id: node }) => code !== 'bad_config' || converted.has(node ?? ''))
        const expected = ownFindings(lint).filter((finding) => findingClass(finding) === 'error')
        expect(errors).toEqual(expected)
      } else expect(response.status).toBe(200)
      await service.request('DELETE', `/flow/${id}/`, { as: service.one.operator })
    }
  })
})
