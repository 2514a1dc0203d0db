/** Real files of other products, where they are at hand: FLOW_CORPUS, else beside this folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countsOf } from './counts.ts'
import { readFlowFile } from './read.ts'

const corpus = process.env['FLOW_CORPUS'] ?? '../shared/templates'
const table = (name: string) => {
  const file = join(corpus, name)
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
}
const read = (name: string) => readFlowFile({ name, bytes: readFileSync(join(corpus, name)) })

const readable = new Set(['n8n', 'node-red'])
const sources = table('SOURCES.tsv')

test.runIf(sources.length > 0).each(sources.filter(([, format]) => readable.has(format ?? '')))(
  '%s (%s): nodes, edges and dangling edges are those of the table',
  (name, ...[format, , , , , nodes, edges, dangling]) => {
    const result = read(name)
    if (!result.ok) expect.fail(result.message)
    const sum = { nodes: 0, edges: 0, dangling: 0 }
    for (const flow of result.flows) {
      const counts = countsOf(flow)
      sum.nodes += counts.nodes
      sum.edges += counts.edges
      sum.dangling += flow.dangling.length
    }
    expect({ format: result.format, ...sum }).toEqual({
      format,
      nodes: Number(nodes),
      edges: Number(edges),
      dangling: Number(dangling),
    })
  },
)

const others = sources.filter(([name, format]) => !readable.has(format ?? '') && name?.endsWith('.json'))
test.runIf(others.length > 0).each(others)('%s (%s) is recognised and refused by its name', (name, format) => {
  expect(read(name)).toMatchObject({ ok: false, code: 'not-supported', format })
})

test.runIf(existsSync(join(corpus, 'bad')))('no file that must be refused is forgotten', () => {
  const named = table('bad/EXPECT.tsv').map(([file]) => file)
  expect(new Set(readdirSync(join(corpus, 'bad')))).toEqual(new Set([...named, 'EXPECT.tsv']))
})

const bad = table('bad/EXPECT.tsv')
const isYaml = (file: string) => /\.ya?ml$/.test(file)
test.runIf(bad.length > 0).each(bad.filter(([file]) => !isYaml(file ?? '')))('bad/%s is refused: %s', (file, code) => {
  const result = read(`bad/${file}`)
  expect(result).toMatchObject({ ok: false, code })
  if (code === 'json-syntax') expect(result).toMatchObject({ line: expect.any(Number), column: expect.any(Number) })
})

test.runIf(bad.length > 0).each(bad.filter(([file]) => isYaml(file ?? '')))('bad/%s is refused', (file, code) => {
  expect(read(`bad/${file}`)).toMatchObject({ ok: false, code: code === 'empty' ? 'empty' : 'not-supported' })
})
