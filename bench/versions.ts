/**
 * Versions of a flow of 10,000 nodes, and search in definitions. Storage on Postgres beside whole copies, the times to
 * open, update and take back beside those of the flow itself in the same run, and searches in 100,000 flows.
 * `--only flow` or `--only search` for one of both.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { z } from 'zod'
import { startPostgres } from '#scripts/postgres.mjs'
import { startService } from '#scripts/service.mjs'
import { emptyPostgres } from '#test/service/support/postgres-databases.ts'
import type { Json } from '#lib/json/json.ts'
import { Scope } from '#server/store/db/scope.ts'
import { addVersion, readVersionState } from '#server/store/flows/flow-version.ts'
import { deltaOf } from '#server/store/flows/document-delta.ts'
import { draftVersion, type VersionDraft } from '#server/tasks/version-draft.ts'
import { validationSummaryOf } from '#flow/health/validation-summary.ts'
import { benchKey, call, createAccount, type Env } from './engine/service.ts'
import { generatedFlow } from './generated-flow.ts'
import { bench, sized, type Report } from './harness.ts'
import { median } from './statistics.ts'
import { measureSearch } from './versions/definition-search.ts'

const nodeCount = sized(10_000, 60)
const versionCount = sized(1000, 70)
/** Nodes that each version changes. */
const changedNodes = sized(10, 2)
/** Versions of which one is compared and checked as a whole. */
const sampled = 50
/** Whole copies that are stored for comparison. */
const copies = sized(20, 3)
const rounds = sized(7, 1)

/** Maximum size of all versions, relative to storing each as a whole. */
const maxStorage = 0.05
/** Maximum time to open a version, relative to the flow itself. */
const maxOpening = 1.5
/** Maximum milliseconds to make another version live. */
const maxSwitchMs = 2000

const Created = z.looseObject({ id: z.string() })

/** Text as in the config of a node of a real flow: about 400 bytes. */
const textOf = (node: number, version: number) =>
  `Answer question ${node} in the language of the contact, version ${version}. ${`Sentence ${node * 7919} of the instructions. `.repeat(9)}`

function templateOf(version: (node: number) => number): Json {
  const { nodes, edges } = generatedFlow(nodeCount)
  const all = nodes.map((node, index) =>
    node.type === 'group' || node.type === 'trigger'
      ? node
      : { ...node, config: { ...node.config, text: textOf(index, version(index)) } },
  )
  const flow = { name: 'Large', description: '', nodes: all, edges, metadata: {}, variables: [], settings: {} }
  return JSON.parse(JSON.stringify({ format: 'flow-template', format_version: '1.0', flow }))
}

/** Changes some nodes in the stored JSON of a document, as a person would who edits values. */
function nextDocument(bytes: Buffer, version: number): Buffer {
  const document: { nodes: { config: Record<string, unknown> }[] } = JSON.parse(bytes.toString())
  for (let change = 0; change < changedNodes; change += 1) {
    const at = (version * 6007 + change * 977) % document.nodes.length
    const node = document.nodes[at]
    if (node) node.config = { ...node.config, text: textOf(at, version) }
  }
  return Buffer.from(JSON.stringify(document))
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const sizeOf = async (client: pg.Client, table: string): Promise<number> => {
  await client.query(`vacuum full ${table}`)
  const { rows } = await client.query<{ size: string }>(`select pg_total_relation_size('${table}') as size`)
  return Number(rows[0]?.size ?? 0)
}

/**
 * Stores the versions 2 to `versionCount` with the product's own code. Only the difference is computed for each; the rest
 * of a version does not depend on its number, and is computed for one in `sampled`.
 */
async function storeVersions(scope: Scope, flow: string, first: Buffer): Promise<{ newest: Buffer; draftMs: number }> {
  let previous = first
  let draft: VersionDraft | null = null
  const times: number[] = []
  for (let number = 2; number <= versionCount; number += 1) {
    const next = nextDocument(previous, number)
    if (draft === null || number % sampled === 0) {
      const began = performance.now()
      draft = draftVersion({ previous, live: null, next })
      times.push(performance.now() - began)
    }
    const state = await readVersionState(scope, flow)
    if (!state) throw new Error('The flow does not exist.')
    const { changes, summary, counts, lint } = draft
    await addVersion(scope, flow, state, {
      bytes: next,
      counts,
      needs: { tools: [], channels: [], secrets: [] },
      validationSummary: validationSummaryOf(lint),
      delta: deltaOf(previous, next),
      changes,
      summary,
      source: { kind: 'values', name: null, version: null },
      note: '',
      by: null,
      at: new Date(),
    })
    previous = next
  }
  return { newest: previous, draftMs: median(times) }
}

async function measureStorage(url: string, flow: string, report: Report): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ account: string; body: string }>(
      'select account_id as account, body from flow_document where flow_id = $1',
      [flow],
    )
    const [row] = rows
    if (!row) throw new Error('The flow has no document.')
    const { newest, draftMs } = await storeVersions(
      new Scope(drizzle(client), row.account),
      flow,
      Buffer.from(row.body),
    )
    report('size of one document', newest.length / 1024, 'kB')
    report('comparison and check of a version', draftMs, 'ms')
    await client.query('create table bench_copy (number int primary key, body text not null)')
    await client.query('insert into bench_copy select n, $1 from generate_series(1, $2) n', [newest.toString(), copies])
    const whole = (await sizeOf(client, 'bench_copy')) / copies
    const stored = await sizeOf(client, 'flow_version')
    report(`${versionCount} versions as whole copies`, (whole * versionCount) / 1024 / 1024, 'MB')
    report(`${versionCount} versions as stored`, stored / 1024 / 1024, 'MB')
    report('stored, relative to whole copies', stored / (whole * versionCount), '×', { atMost: maxStorage })
  } finally {
    await client.end()
  }
}

/** Medians of opening the flow itself and its versions, alternately. */
async function measureOpening(url: string, key: string, flow: string, report: Report): Promise<void> {
  const live: number[] = []
  const versions: number[] = []
  const open = (path: string) => timeOf(() => call(url, key, 'GET', path))
  await open(`/flow/${flow}/`)
  for (let round = 0; round < rounds; round += 1) {
    live.push(await open(`/flow/${flow}/`))
    // Another one in each round, at every distance from the version that is stored as a whole.
    const number = 2 + ((round * 7919 + 49) % (versionCount - 2))
    versions.push(await open(`/flow/${flow}/versions/${number}/`))
  }
  report('open the flow itself', median(live), 'ms')
  report('open any version, for the first time', median(versions), 'ms')
  report('any version, relative to the flow itself', median(versions) / median(live), '×', { atMost: maxOpening })
  const list: number[] = []
  for (let round = 0; round < rounds; round += 1) list.push(await open(`/flow/${flow}/versions/`))
  report('list the newest 25 versions', median(list), 'ms')
}

async function measureSwitching(url: string, key: string, flow: string, report: Report): Promise<void> {
  const updates: number[] = []
  const restores: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const body = JSON.stringify({ template: templateOf((node) => (node % 1000 === 0 ? -1 - round : 1)) })
    updates.push(await timeOf(() => call(url, key, 'PUT', `/flow/${flow}/template/`, body)))
    restores.push(await timeOf(() => call(url, key, 'POST', `/flow/${flow}/versions/${2 + round}/live/`, '{}')))
  }
  report(`update of ${nodeCount} nodes from a file`, median(updates), 'ms')
  report(`rollback of ${nodeCount} nodes`, median(restores), 'ms', { atMost: maxSwitchMs })
}

async function measureFlow(databaseUrl: string, folder: string, report: Report): Promise<void> {
  const env: Env = { DATABASE_URL: databaseUrl, SECRET_KEY: benchKey, DATA_DIR: folder }
  const first = await startService({ env, dataDir: folder })
  await first.stop()
  const key = await createAccount(env)
  const service = await startService({ env, dataDir: folder })
  try {
    const body = JSON.stringify({ template: templateOf(() => 1) })
    const { id } = Created.parse(await call(service.url, key, 'POST', '/flow/import/', body))
    await measureStorage(databaseUrl, id, report)
    await measureOpening(service.url, key, id, report)
    await measureSwitching(service.url, key, id, report)
  } finally {
    await service.stop()
  }
}

const at = process.argv.indexOf('--only')
const only = at < 0 ? null : process.argv[at + 1]

await bench('versions', async (report) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-versions-'))
  const postgres = await startPostgres()
  try {
    const databases = { flow: await emptyPostgres(postgres.url), search: await emptyPostgres(postgres.url) }
    if (only !== 'search') await measureFlow(databases.flow.url, join(folder, 'flow'), report)
    if (only !== 'flow') {
      await measureSearch(
        { kind: 'postgres', databaseUrl: databases.search.url, folder: join(folder, 'search') },
        report,
      )
      await measureSearch({ kind: 'pglite', databaseUrl: null, folder: join(folder, 'embedded') }, report)
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
