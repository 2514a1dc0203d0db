/** Operations on the whole inbox: facets, a bulk change of nearly 10,000 conversations, and its undo. */
import { z } from 'zod'
import { maxBulk } from '#contract/conversation-work.ts'
import { sized, type Report } from '#bench/harness.ts'
import { planOf, readsOf } from './plan.ts'
import type { Sizes } from './seed.ts'
import type { ListService } from './service.ts'
import { median } from '#bench/statistics.ts'

const rounds = sized(5, 1)
/**
 * Maximum time of the facets, relative to counting one facet over all conversations. There are nine facets, three of
 * them with names, and each is counted with and without its own rules.
 */
const maxRatioToCount = 30
/** Maximum time relative to the simplest update of as many rows, one statement that stores nothing for an undo. */
const maxRatioToUpdate = { bulk: 4, undo: 4 } as const

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function several(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await timed(work))
  return median(times)
}

async function call({ url, key }: ListService, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text.slice(0, 500)}`)
  return JSON.parse(text)
}

const Bulk = z.object({ changed: z.int(), undo_token: z.string() })
const UndoResult = z.object({ restored: z.int(), kept: z.int() })

/** Number of conversations to change: slightly fewer than the maximum of a bulk change. */
const most = (sizes: Sizes) => Math.min(maxBulk - 180, Math.floor(sizes.conversations / 2))

async function bareUpdateMs({ pool, account }: ListService, rows: number): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    return await timed(() =>
      client.query(
        `update conversation set status = 'resolved', priority = 4, version = version + 1, updated_at = now()
         where account_id = $1 and number <= $2`,
        [account, rows],
      ),
    )
  } finally {
    await client.query('rollback')
    client.release()
  }
}

export async function measureInbox(kind: string, service: ListService, sizes: Sizes, report: Report): Promise<void> {
  const { pool, account } = service
  const count = await several(() =>
    pool.query('select status, count(*) from conversation where account_id = $1 group by 1', [account]),
  )
  const all = await several(() => call(service, 'GET', '/conversation/facets/'))
  const filtered = '/conversation/facets/?status=resolved,open&unread=false&label=late'
  const severalRows = await several(() => call(service, 'GET', filtered))
  let read = 0
  for (const statement of await readsOf(() => call(service, 'GET', filtered)))
    read += (await planOf(pool, statement)).read
  report(`${kind}: one facet, simple count`, count, 'ms')
  report(`${kind}: facets`, all, 'ms')
  report(`${kind}: facets of a filter`, severalRows, 'ms')
  report(`${kind}: facets of a filter against one`, severalRows / count, '×', { atMost: maxRatioToCount })
  report(`${kind}: facets, rows read per conversation`, read / sizes.conversations, '', { atMost: 1.05 })
  const rows = most(sizes)
  const floorMs = await bareUpdateMs(service, rows)
  const filter = { and: [{ field: 'number', operator: 'lte', values: [String(rows)] }] }
  const change = { status: 'resolved', priority: 'urgent', add_labels: ['bench'] }
  let bulk: unknown
  const bulkMs = await timed(async () => {
    bulk = await call(service, 'POST', '/conversation/bulk/', { filter, change, expected_count: rows })
  })
  const { changed, undo_token: token } = Bulk.parse(bulk)
  let undone: unknown
  const undoMs = await timed(async () => {
    undone = await call(service, 'POST', '/conversation/undo/', { undo_token: token })
  })
  report(`${kind}: plain update of ${rows}`, floorMs, 'ms')
  report(`${kind}: bulk change of ${changed}`, bulkMs, 'ms')
  report(`${kind}: undo of the bulk change`, undoMs, 'ms')
  report(`${kind}: bulk against a plain update`, bulkMs / floorMs, '×', { atMost: maxRatioToUpdate.bulk })
  report(`${kind}: undo against a plain update`, undoMs / floorMs, '×', { atMost: maxRatioToUpdate.undo })
  report(`${kind}: conversations not restored by the undo`, changed - UndoResult.parse(undone).restored, '', {
    atMost: 0,
  })
}
