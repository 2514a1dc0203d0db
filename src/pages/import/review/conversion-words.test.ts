import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFlowFile } from '#flow/file/read.ts'
import { reviewOf } from '#flow/file/review.ts'
import { convertedContentText } from './conversion-words.ts'

/** Real files of other products, if they are available: in FLOW_CORPUS, else beside this folder. */
const corpus = process.env['FLOW_CORPUS'] ?? '../shared/templates'

function reviewOfFile(file: string) {
  const read = readFlowFile({ name: file, bytes: readFileSync(file) })
  const [flow] = read.ok ? read.flows : []
  return flow === undefined ? expect.fail('no flow') : reviewOf(flow)
}

test.runIf(existsSync(corpus))('the review names steps as the canvas does, not by their types in the file', () => {
  const review = reviewOfFile(join(corpus, 'n8n/logo-sheet-extract.json'))
  expect(convertedContentText(review, 'n8n')).toMatch(/^Converted from n8n: 6 Transform, 5 Airtable, 5 Merge, /)
  expect(convertedContentText(review, 'n8n')).not.toMatch(/n8n-nodes|\bapi\b/)
})

test('steps of different types with the same words count together, notes and groups separately', () => {
  const read = readFlowFile({
    name: 'template.json',
    text: JSON.stringify({
      format: 'flow-template',
      flow: {
        name: 'Kinds',
        nodes: ['a.readFile', 'readFile', 'n8n-nodes-base.readFile', 'api', 'note', 'group'].map((type, at) => ({
          id: `n${at}`,
          type,
          name: type,
        })),
        edges: [],
      },
    }),
  })
  const [flow] = read.ok ? read.flows : []
  if (flow === undefined) expect.fail('no flow')
  expect(convertedContentText(reviewOf(flow), 'flow-template')).toBe(
    'Nodes: 2 Read file, 1 a.readFile, 1 HTTP. 1 note, 1 group.',
  )
})
