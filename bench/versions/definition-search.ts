/**
 * Search in definitions: times of a rare word, a common word, a host, a text without matches and others, and how fast
 * new definitions become searchable. Each flow has 20 nodes with prompts, messages, tools, models and addresses.
 */
import { FlowSearchResult } from '#contract/flows/flow-search.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { sized, type Report } from '#bench/harness.ts'
import { percentile } from '#bench/statistics.ts'
import type { Node } from '#contract/flow.ts'
import { definitionText } from '#flow/find/definition-text.ts'
import { writeDocument, type FlowDocument } from '#server/store/flows/flow-document.ts'
import { flowTextRow } from '#server/store/flows/flow-text.ts'
import { fillFlowTexts } from '#server/tasks/flow-texts.ts'
import { seedLists, withoutIndexes } from '#bench/lists/seed.ts'
import { openService, type ListService } from '#bench/lists/service.ts'

/** The embedded database builds the index of more flows in a single statement that takes minutes. */
const flowCounts = { postgres: sized(100_000, 60), pglite: sized(10_000, 60) }
const nodesPerFlow = 20
/** Number of different definitions; each flow has one of them, with its own number in every name and address. */
const shapes = 50
/** Placeholder for the number of the flow, in as many digits. */
const marker = '0000000'
/** Limit on Postgres in ms. */
const maxSearchMs = 150

const subjects = ['orders', 'refunds', 'invoices', 'parcels', 'leads', 'visits', 'tariffs', 'warranties']
const models = ['gpt-4o-mini', 'gpt-4.1', 'claude-sonnet-4', 'mistral-large', 'llama-3.3-70b']
const sentences = [
  'Read the message and say in one word what it is about.',
  'Answer politely and briefly, in the language of the customer.',
  'Never promise a date that is not in the data.',
  'If the number of the order is missing, ask for it once.',
  'Überweisungen dauern bis zu drei Tage.',
  'Passe le dossier au service du soir si le montant est élevé.',
]

const pick = <T>(list: readonly [T, ...T[]] | readonly T[], at: number): T | undefined => list[at % list.length]

function nodeOf(shape: number, index: number): Node {
  const at = shape * nodesPerFlow + index
  const subject = pick(subjects, at) ?? ''
  const name = `Step ${index} of ${subject} ${marker}`
  const prompt = Array.from({ length: 4 }, (_, line) => pick(sentences, at + line)).join('\n')
  const kinds: Partial<Node>[] = [
    {
      type: 'api',
      tool: `${subject}_api`,
      config: {
        url: `https://${subject}-${shape}.shop.example/v2/${marker}`,
        headers: { Accept: 'application/json', Authorization: `Bearer {{ secrets.${subject}_key }}` },
        query: { order_no: '{{ input.id }}', region: '{{ vars.region }}' },
      },
    },
    { type: 'agent', config: { model: pick(models, shape) ?? '', prompt, tools: [`${subject}_api`, 'crm_find'] } },
    { type: 'message', config: { channel: 'shop_email', text: `${prompt} {{ input.id }}` } },
    { type: 'transform', config: { expression: `{ "id": input.id, "${subject}": $trim(input.name) }` } },
  ]
  return makeNode({ id: `n${index}`, type: 'transform', ...pick(kinds, at), name })
}

/** The definition of a shape. One in 50 names a host of its own, and a rare word. */
function documentOf(shape: number): FlowDocument {
  const nodes = Array.from({ length: nodesPerFlow }, (_, index) => nodeOf(shape, index))
  const edges = nodes.slice(1).map(({ id }, index) => makeEdge({ id: `e${index}`, source: `n${index}`, target: id }))
  return {
    nodes,
    edges,
    metadata: {},
    variables: [{ key: 'region', value: 'DE-SN' }],
    settings: { timezone: 'Europe/Berlin' },
    viewport: null,
  }
}

const numberOf = (index: number): string => String(index).padStart(marker.length, '0')

/** Stores the search texts of the flows that `seedLists` made. */
async function seedDefinitions({ pool, account }: ListService, flows: number): Promise<void> {
  await withoutIndexes(pool, 'flow_text', async () => {
    for (let shape = 0; shape < shapes; shape += 1) {
      const { searchText, lines, lineNodes, nodes } = flowTextRow(definitionText(documentOf(shape)))
      await pool.query(
        `insert into flow_text (account_id, flow_id, search_text, lines, line_nodes, nodes)
         select $1, 'flw_b' || lpad(i::text, 8, '0'), replace($2, '${marker}', own), replace($3::text[]::text, '${marker}', own)::text[],
           $4, replace($5::text[]::text, '${marker}', own)::text[]
         from (select i, lpad(i::text, ${marker.length}, '0') as own from generate_series(${shape}, ${flows - 1}, ${shapes}) as i) as one`,
        [account, searchText, lines, lineNodes, nodes],
      )
    }
  })
  await pool.query('vacuum analyze flow_text')
}

/** Queries by what they show; each is asked with several texts, so that the pages of the database differ. */
const questions: Readonly<Record<string, (round: number, flows: number) => string>> = {
  'rare word': (round, flows) => numberOf((round * 7919) % flows),
  'common word': (round) => pick(['number', 'region', 'transform', 'shop.example'], round) ?? '',
  'word of one flow in 50': (round) => `${pick(subjects, round)}-${round % shapes}.shop`,
  host: (round) => `${pick(subjects, (round % shapes) * nodesPerFlow)}-${round % shapes}.shop.example`,
  model: (round) => pick(models, round) ?? '',
  'secret name': (round) => `${pick(subjects, round)}_key`,
  phrase: (round) => pick(sentences, round) ?? '',
  'no match': (round) => `nothing like ${round}`,
  'no match of common parts': (round) => `shop.example/v1/${round}`,
  'two letters': (round) => pick(['ai', 'de', 'v2', 'zq'], round) ?? '',
}

const rounds = sized(40, 2)

async function searchMs({ url, key }: ListService, text: string): Promise<{ ms: number; count: number }> {
  const startedAt = performance.now()
  const response = await fetch(`${url}/flow/search/?${new URLSearchParams({ q: text })}`, {
    headers: { authorization: `Token ${key}` },
  })
  const body = await response.text()
  const ms = performance.now() - startedAt
  if (!response.ok) throw new Error(`The search for ${text} returned ${response.status}: ${body.slice(0, 500)}`)
  return { ms, count: FlowSearchResult.parse(JSON.parse(body)).count }
}

/** Bytes of the table and of its trigram index for each flow. */
async function reportSize(kind: string, { pool }: ListService, report: Report): Promise<void> {
  const { rows } = await pool.query<{ texts: number; indexed: number; flows: number }>(
    `select pg_table_size('flow_text')::float8 as texts, coalesce(pg_relation_size(to_regclass('flow_text_parts')), 0)::float8 as indexed,
       (select count(*)::float8 from flow_text) as flows`,
  )
  const [size] = rows
  if (!size) return
  report(`${kind}: search text of a flow, stored`, size.texts / size.flows / 1024, 'kB')
  report(`${kind}: search text of a flow, index`, size.indexed / size.flows / 1024, 'kB')
}

/** How long the texts of new definitions take in the background. */
async function measureFilling(kind: string, { pool, account, services }: ListService, report: Report): Promise<void> {
  const count = sized(500, 5)
  const document = writeDocument(documentOf(7))
  await pool.query(
    `insert into flow_document (account_id, flow_id, body) select account_id, id, replace($2, '${marker}', right(id, ${marker.length}))
     from flow where account_id = $1 order by id limit ${count}`,
    [account, document],
  )
  const startedAt = performance.now()
  await fillFlowTexts(services)
  report(`${kind}: definitions made searchable`, (count / (performance.now() - startedAt)) * 1000, '/s')
}

/** Searches in the definitions of many flows on one database. @param databaseUrl null = the embedded database, in `folder` */
export async function measureSearch(
  { kind, databaseUrl, folder }: { kind: 'pglite' | 'postgres'; databaseUrl: string | null; folder: string },
  report: Report,
): Promise<void> {
  const flows = flowCounts[kind]
  const service = await openService(databaseUrl, folder)
  try {
    await seedLists(service.pool, service, { flows, conversations: 0, runs: 0 }, () => undefined)
    await seedDefinitions(service, flows)
    report(`${kind}: flows`, flows, '')
    const times: number[] = []
    for (const [name, textOf] of Object.entries(questions)) {
      const texts = Array.from({ length: rounds }, (_, round) => textOf(round, flows))
      times.push(...(await measureTexts(kind, { service, name, texts }, report)))
    }
    report(
      `${kind}: all searches: p95`,
      percentile(times, 0.95),
      'ms',
      kind === 'postgres' ? { atMost: maxSearchMs } : {},
    )
    await reportSize(kind, service, report)
    await measureFilling(kind, service, report)
  } finally {
    await service.close()
  }
}

async function measureTexts(
  kind: 'pglite' | 'postgres',
  { service, name, texts }: { service: ListService; name: string; texts: readonly string[] },
  report: Report,
): Promise<number[]> {
  const times: number[] = []
  let found = 0
  for (const text of texts) {
    const { ms, count } = await searchMs(service, text)
    times.push(ms)
    found = Math.max(found, count)
  }
  report(`${kind}: search for ${name}: most flows found`, found, '')
  report(`${kind}: search for ${name}: p50`, percentile(times, 0.5), 'ms')
  report(
    `${kind}: search for ${name}: p95`,
    percentile(times, 0.95),
    'ms',
    kind === 'postgres' ? { atMost: maxSearchMs } : {},
  )
  return times
}
