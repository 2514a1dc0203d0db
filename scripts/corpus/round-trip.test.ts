/** Import, export and a second import give the same flow: our own files always, a corpus if FLOW_CORPUS names one. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { diffFlows, type FlowDiff } from '#flow/diff/diff.ts'
import type { FlowDraft } from '#flow/draft.ts'
import { readFlowFile } from '#flow/file/read.ts'
import { templateText, writeTemplate } from '#flow/file/template.ts'
import { corpusAt, repoCorpus } from './flow-corpus.ts'

const exportInfo = { exportedAt: '2026-01-01T00:00:00Z', generator: { name: 'Test', version: '1' } }
const corpus = process.env['FLOW_CORPUS']
const folders = [repoCorpus, ...(corpus === undefined ? [] : [resolve(corpus)])]
const files = folders.flatMap((folder) => corpusAt(folder).files.map(({ file }) => join(folder, file)))

function read(name: string, bytes: Uint8Array): FlowDraft[] {
  const result = readFlowFile({ name, bytes })
  return result.ok ? result.flows : expect.fail(`${name}: ${result.message}`)
}

/** Counts of differences. */
const differences = ({ nodes, edges }: FlowDiff) =>
  [nodes, edges].map(({ added, removed, changed, moved }) => [added, removed, changed, moved].map((one) => one.length))
const none = [
  [0, 0, 0, 0],
  [0, 0, 0, 0],
]

/** All content of a template; nodes and edges by id, in its order. */
function contentOf({ name, description, nodes, edges, metadata, variables, settings, requires }: FlowDraft) {
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  const content = { name, description, metadata, variables, settings, requires }
  return { ...content, nodes: nodes.toSorted(byId), edges: edges.toSorted(byId) }
}

test.each(files)('%s: import, export and import give the same, and the second export has the same bytes', (file) => {
  for (const flow of read(file, readFileSync(file))) {
    const text = templateText(writeTemplate(flow, exportInfo))
    const [again, ...more] = read('exported.json', new TextEncoder().encode(text))
    if (again === undefined) expect.fail('no flow in the export')
    expect(more).toEqual([])
    expect(differences(diffFlows(flow, again))).toEqual(none)
    expect(contentOf(again)).toEqual(contentOf(flow))
    expect(again.changedIds).toEqual([])
    expect(again.redacted).toEqual([])
    expect(templateText(writeTemplate(again, exportInfo))).toBe(text)
  }
})
