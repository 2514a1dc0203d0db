/** Imports the flows of a folder of flow files into a running service. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join, relative } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { z } from 'zod'
import { readFlowFile } from '#flow/file/read.ts'
import { writeTemplate } from '#flow/file/template.ts'

const generator = { name: 'Flow Console', version: '1' }
const exportedAt = '2026-01-01T00:00:00Z'
const CreatedFlow = z.object({ id: z.string() })

/** Files that must be refused (`scripts/corpus/flow-corpus.ts`). */
const badFolder = 'bad'

/** An imported flow. */
export interface CorpusFlow {
  id: string
  /** Path of the file below the folder, and the number of the flow if the file has several. */
  label: string
  /** `<format>/<file>` without extension, unique: for names of pictures, and short enough for sheets. */
  path: string
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return entry.name === badFolder ? [] : filesOf(path)
      return /\.(?:json|ya?ml|rivet-\w+)$/.test(entry.name) ? [path] : []
    })
}

/** The path, or with the first number behind it that makes it unique. */
function uniquePath(path: string, taken: Set<string>): string {
  let unique = path
  for (let number = 2; taken.has(unique); number += 1) unique = `${path}-${number}`
  taken.add(unique)
  return unique
}

/**
 * Imports the flows of all files whose path contains `only`. Files that cannot be read, and flows that the service
 * refuses, are printed with the reason.
 */
export async function importFolder(
  folder: string,
  { request, url, only }: { request: APIRequestContext; url: string; only: string },
): Promise<CorpusFlow[]> {
  const flows: CorpusFlow[] = []
  const taken = new Set<string>()
  let refused = 0
  const refuse = (label: string, reason: string) => {
    refused += 1
    console.log(`  refused  ${label}: ${reason}`)
  }
  for (const path of filesOf(folder).filter((each) => relative(folder, each).includes(only))) {
    const name = relative(folder, path)
    const read = readFlowFile({ name, bytes: readFileSync(path) })
    if (!read.ok) {
      refuse(name, read.message)
      continue
    }
    for (const [index, draft] of read.flows.entries()) {
      const label = read.flows.length === 1 ? name : `${name} ${index + 1}`
      const template = writeTemplate(draft, { exportedAt, generator })
      const response = await request.post(`${url}/api/flow/import/`, { data: { template }, headers: { origin: url } })
      if (!response.ok()) {
        refuse(label, (await response.text()).slice(0, 300))
        continue
      }
      const { id } = CreatedFlow.parse(await response.json())
      flows.push({ id, label, path: uniquePath(`${read.format}/${basename(name, extname(name))}`, taken) })
    }
  }
  console.log(`  ${flows.length} flows; ${refused} refused`)
  return flows
}
