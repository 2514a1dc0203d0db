/** Handlers of health, metrics and API description. */
import { sql } from 'drizzle-orm'
import { service } from '#contract/service.ts'
import { openApi } from '#contract/openapi.ts'
import { templateSchema } from '#contract/template-file.ts'
import { Fault } from '#server/base/fault.ts'
import { contentTag } from '#server/protocol/etag.ts'
import { about } from '#server/base/installation.ts'
import type { Services } from '#server/protocol/services.ts'
import { openHandler, type Handler } from '#server/protocol/handler.ts'

/** Time in ms within which the database must respond to count as ready. */
const responseTimeoutMs = 3_000

async function databaseState({ database }: Services): Promise<'ok' | 'failing'> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<'failing'>((done) => {
    timer = setTimeout(() => done('failing'), responseTimeoutMs)
  })
  const asked = database.db.execute(sql`select 1`).then(
    () => 'ok' as const,
    () => 'failing' as const,
  )
  return Promise.race([asked, timeout]).finally(() => clearTimeout(timer))
}

const { version } = about
const ok = 'ok' as const

const live = openHandler(service.live, async ({ services: { lifecycle } }) => {
  const { state } = lifecycle
  return { body: { status: state === 'serving' ? ok : state, version, database: 'unknown' as const } }
})

const ready = openHandler(service.ready, async ({ services }) => {
  const { state } = services.lifecycle
  if (state !== 'serving')
    throw new Fault('unavailable', `The service is ${state}.`, { headers: { 'retry-after': '1' } })
  const database = await databaseState(services)
  if (database === 'failing')
    throw new Fault('unavailable', 'The database is unavailable.', { headers: { 'retry-after': '2' } })
  return { body: { status: ok, version, database } }
})

const metrics = openHandler(service.metrics, async ({ services: { metrics: figures, database, engine, streams } }) => {
  const open = [
    '# HELP flow_event_streams Open event streams.',
    '# TYPE flow_event_streams gauge',
    `flow_event_streams ${streams.count}`,
  ]
  const lines = [...((await engine?.metrics()) ?? []), ...open]
  return {
    text: `${figures.text(database.pool)}${lines.join('\n')}\n`,
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  }
})

/** Created on first use; it never changes. */
let document: string | null = null

const openapi = openHandler(service.openapi, async () => {
  document ??= JSON.stringify(openApi(about, '/api'))
  return { text: document }
})

/** The schema of a format version is stable, but a new release may describe it better. */
const schemaCaching = 'public, max-age=3600'

let schemaFile: { text: string; etag: string } | null = null

function readSchema(): { text: string; etag: string } {
  const text = `${JSON.stringify(templateSchema(), null, 2)}\n`
  return { text, etag: contentTag(text) }
}

const schema = openHandler(service.schema, async () => {
  const { text, etag } = (schemaFile ??= readSchema())
  return { text, headers: { ETag: etag, 'Cache-Control': schemaCaching } }
})

export const serviceHandlers: Handler[] = [live, ready, metrics, openapi, schema]
