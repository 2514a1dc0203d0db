/** Files of every format: our own, and real ones if they are available (FLOW_CORPUS, else beside this folder). */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { corpusAt, unlistedFiles, outcomeOf, repoCorpus } from './flow-corpus.ts'
import { flowFormats } from '#flow/formats/formats.ts'
import { readFlowFile } from '#flow/file/read.ts'
import { writeTemplate } from '#flow/file/template.ts'

const folders = [repoCorpus, process.env['FLOW_CORPUS'] ?? '../shared/templates'].filter((folder) => existsSync(folder))
const corpora = folders.map(corpusAt)
const all = corpora.flatMap(({ folder, files, bad }) =>
  [...files, ...bad].map(({ file, expected }) => [file, expected, folder] as const),
)

test.each(all)('%s: %s', (file, expected, folder) => {
  expect(outcomeOf(folder, file)).toBe(expected)
})

test('every format has files of our own, and every file that must be refused is listed', () => {
  const own = corpusAt(repoCorpus)
  const formats = new Set(own.files.map(({ expected }) => expected.split(':')[0]))
  expect(flowFormats.map(({ id }) => id).filter((id) => !formats.has(id))).toEqual([])
  for (const corpus of corpora) expect(unlistedFiles(corpus)).toEqual([])
})

const validFiles = all.filter(([file]) => !file.startsWith('bad/'))
const exportInfo = { exportedAt: '2026-01-01T00:00:00Z', generator: { name: 'test', version: '1' } }

test.each(validFiles)('%s is unchanged after an export as template', (file, _expected, folder) => {
  const first = readFlowFile({ name: file, bytes: readFileSync(join(folder, file)) })
  if (!first.ok) expect.fail(first.message)
  for (const flow of first.flows) {
    const template = writeTemplate(flow, exportInfo)
    const again = readFlowFile({ name: file, text: JSON.stringify(template) })
    if (!again.ok) expect.fail(again.message)
    const [back] = again.flows
    if (back === undefined) expect.fail('no flow')
    expect(writeTemplate(back, exportInfo)).toEqual(template)
    expect(back.redacted).toEqual([])
    expect(back.changedIds).toEqual([])
  }
})
