/** Flow files for browser tests: the repo's own, and those of the corpus if available. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

const root = fileURLToPath(new URL('../..', import.meta.url))
const corpus = process.env.FLOW_CORPUS ?? join(root, '../shared/templates')

/** A file of test/fixtures/flows. */
export const fixture = (name: string): string => join(root, 'test/fixtures/flows', name)

export interface CountedFile {
  path: string
  name: string
  nodes: number
  edges: number
}

/** Files of one format with the counts of SOURCES.tsv; none without a corpus. */
export function corpusFiles(format: string): CountedFile[] {
  const table = join(corpus, 'SOURCES.tsv')
  if (!existsSync(table)) return []
  const rows = readFileSync(table, 'utf8').trim().split('\n').slice(1)
  return rows.flatMap((row) => {
    const [file = '', of, , , , , nodes, edges] = row.split('\t')
    return of === format ? [{ path: join(corpus, file), name: file, nodes: Number(nodes), edges: Number(edges) }] : []
  })
}
