/** The inbox as CSV: filtered, ordered, with chosen columns and time zone, and safe for spreadsheets. */
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { csvColumns } from '#contract/conversation-csv.ts'
import { Conversation } from '#contract/conversation.ts'
import { page } from '#contract/kernel/page.ts'
import { contact, conversation } from '#server/store/tables/conversation.ts'
import { eachDatabase } from '#test/service/support/harness.ts'
import { seed, type Seeded } from '#test/service/support/seed.ts'

const now = new Date('2026-11-20T15:30:00.123Z')
/** More than one batch. */
const size = 1100

eachDatabase('conversations as CSV', (service) => {
  let seeded: Seeded
  const csv = (query: string, accept = 'text/csv') =>
    service.request('GET', `/conversation/?${query}`, { as: service.one.viewer, headers: { accept } })
  const lines = (text: string) => text.split('\r\n').slice(0, -1)

  beforeAll(async () => {
    const { scope, operator } = service.one
    seeded = await seed(scope, {
      conversations: size,
      runs: 1,
      prefix: 'a',
      person: { id: operator.id, name: 'Op' },
      now,
    })
    const odd = {
      subject: '=HYPERLINK("http://x","y")',
      team: '+1, "two"\nlines',
      lastMessageAt: new Date('2026-03-29T01:30:00Z'),
    }
    const last = { at: '2026-03-29T01:30:00.000Z', direction: 'in', author: 'contact', text: 'x' }
    const fields = { tier: '@SUM(A1)', n: 5 }
    await scope.update(
      conversation,
      { ...odd, lastMessage: last, customFields: fields },
      sql`${conversation.id} = ${seeded.conversations[0]}`,
    )
    await scope.update(contact, { fields: { size: '-1+1' } }, sql`true`)
  })

  test('exports any number of matching rows, each once and in the order of the list', async () => {
    const response = await csv('columns=number&ordering=-last_message_at')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="conversations.csv"; filename*=UTF-8''conversations.csv`,
    )
    expect(response.headers.get('vary')).toContain('accept')
    expect(response.headers.get('content-length')).toBeNull()
    const [head, ...rows] = lines(response.text)
    expect([head, rows.length, new Set(rows).size]).toEqual(['Number', size, size])
    const first = await service.request('GET', '/conversation/?limit=100&ordering=-last_message_at', {
      as: service.one.viewer,
    })
    expect(rows.slice(0, 100)).toEqual(first.as(page(Conversation)).results.map((row) => String(row.number)))
    const filter = encodeURIComponent(
      JSON.stringify({
        or: [
          { field: 'status', values: ['open'] },
          { field: 'number', operator: 'lte', values: ['10'] },
        ],
      }),
    )
    const some = await csv(`columns=number&filter=${filter}`)
    const counted = await service.request('GET', `/conversation/?limit=1&filter=${filter}`, { as: service.one.viewer })
    expect(lines(some.text).length - 1).toBe(counted.as(page(Conversation)).count)
    expect(lines((await csv('q=nothing like it')).text)).toHaveLength(1)
  })

  test('exports the requested columns in the requested zone, and escapes formulas', async () => {
    const query =
      'number=1&tz=Europe/Berlin&columns=number,subject,team,last_message_at,cf.tier,cf.n,contact.size,total_cost'
    const { text } = await csv(query)
    const row = '1,"\'=HYPERLINK(""http://x"",""y"")","\'+1, ""two""\nlines",2026-03-29 03:30:00,\'@SUM(A1),5,\'-1+1,'
    expect(text.startsWith(`Number,Subject,Team,Last message (Europe/Berlin),tier,n,size,Cost\r\n${row}`)).toBe(true)
    // Spreadsheets recognize UTF-8 by the byte order mark, which is lost when the response is read as text.
    const raw = await fetch(`${service.origin}/api/conversation/?number=1`, {
      headers: { ...service.one.viewer.headers, accept: 'text/csv' },
    })
    expect([...new Uint8Array(await raw.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const all = lines((await csv('number=2')).text)[0]?.split(',')
    expect(all?.length).toBe(csvColumns.length)
    expect(all?.slice(0, 3)).toEqual(['Number', 'Subject', 'Status'])
  })

  test('reports an invalid column, filter or zone as JSON; returns the JSON page for another Accept header', async () => {
    expect((await csv('columns=number,colour')).body).toMatchObject({
      code: 'invalid',
      errors: { columns: [expect.stringContaining('colour')] },
    })
    expect((await csv('mood=good')).body).toMatchObject({ code: 'unknown_filter' })
    expect((await csv('tz=Mars')).body).toMatchObject({ errors: { tz: expect.any(Array) } })
    expect((await csv('limit=1', 'application/json, text/csv')).as(page(Conversation)).count).toBe(size)
  })
})
