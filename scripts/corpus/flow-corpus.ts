/** A folder of flow files with known counts (SOURCES.tsv), and files that must be refused (bad/EXPECT.tsv). */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countsOf } from '#flow/node-kind.ts'
import { readFlowFile } from '#flow/file/read.ts'

/** A file and its expected result: "node-red: 22 nodes, 19 edges, 0 dangling", or the code of its refusal. */
export interface CorpusFile {
  file: string
  expected: string
}

export interface Corpus {
  folder: string
  files: CorpusFile[]
  bad: CorpusFile[]
}

/** The corpus of this repo, with a folder for each format. */
export const repoCorpus = join(import.meta.dirname, '../../test/fixtures/flows')

/** Lines of a table as records by its header. */
function tableAt(path: string): Record<string, string>[] {
  if (!existsSync(path)) return []
  const [head = '', ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/)
  const names = head.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
  })
}

const counted = (format: string, nodes: number | string, edges: number | string, dangling: number | string): string =>
  `${format}: ${nodes} nodes, ${edges} edges, ${dangling} dangling`

export function corpusAt(folder: string): Corpus {
  const files = tableAt(join(folder, 'SOURCES.tsv')).map(
    ({ file = '', format = '', nodes = '', edges = '', dangling = '' }) => ({
      file,
      expected: counted(format, nodes, edges, dangling),
    }),
  )
  const bad = tableAt(join(folder, 'bad/EXPECT.tsv')).map(({ file = '', code = '' }) => ({
    file: `bad/${file}`,
    expected: code,
  }))
  return { folder, files, bad }
}

/** Files beside EXPECT.tsv that it does not list. */
export function unlistedFiles({ folder, bad }: Corpus): string[] {
  const named = new Set(['bad/EXPECT.tsv', ...bad.map(({ file }) => file)])
  return readdirSync(join(folder, 'bad'))
    .map((file) => `bad/${file}`)
    .filter((file) => !named.has(file))
}

/** The result of reading the file, in the form of `CorpusFile.expected`. */
export function outcomeOf(folder: string, file: string): string {
  const result = readFlowFile({ name: file, bytes: readFileSync(join(folder, file)) })
  if (!result.ok) return result.code
  const sum = { nodes: 0, edges: 0, dangling: 0 }
  for (const flow of result.flows) {
    const { nodes, edges } = countsOf(flow)
    sum.nodes += nodes
    sum.edges += edges
    sum.dangling += flow.dangling.length
  }
  return counted(result.format, sum.nodes, sum.edges, sum.dangling)
}
