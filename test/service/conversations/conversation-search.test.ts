/** Full-text search in conversations: texts in any language, and any query. */
import { beforeAll, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { Conversation } from '#contract/conversation.ts'
import { ErrorBody } from '#contract/kernel/error.ts'
import { page } from '#contract/kernel/page.ts'
import { makePartIndexes, partIndexes } from '#server/store/db/trigram-indexes.ts'
import { eachDatabase } from '#test/service/support/harness.ts'
import { seed, type Seeded } from '#test/service/support/seed.ts'

const now = new Date('2026-11-20T15:30:00.123Z')

/** For each conversation a text, and queries that match it. */
const searchCases: readonly (readonly [text: string, questions: readonly string[]])[] = [
  ['Die Überweisung für Straße 7 fehlt', ['uberw', 'ÜBERWEISUNG strasse', 'uberweisung 7']],
  ['Facturé à l’hôtel, réf. Æ-20', ['hotel', "l'hôtel", 'facture ae']],
  ['Ещё один ЗАКАЗ не пришёл', ['еще заказ', 'пришел']],
  ['Πού είναι ο λογαριασμός;', ['λογαριασμος', 'που']],
  ['İstanbul’a gönderildi mı', ['istanbul', 'gonderildi mi']],
  ['שָׁלוֹם, איפה החשבונית', ['שלום', 'החשבו']],
  ['أين الفاتورة مِن فضلك', ['اين', 'من فضلك']],
  ['मेरा बिल नहीं मिला', ['बिल', 'मिला मेरा']],
  ['주문이 아직 오지 않았어요', ['주문', '아직']],
  ['先月の請求書がまだ届いていません。', ['請求書', '求書', '書', '届いて 請求']],
  ['我想退款，订单号是88', ['退款', '订单 88']],
  ['ยังไม่ได้รับใบแจ้งหนี้เลย', ['ใบแจ้งหนี้', 'ได้รับ']],
]

eachDatabase('searching', { differs: 'SQL' }, (service) => {
  let seeded: Seeded
  const as = () => service.one.owner
  const find = (query: Record<string, string>) =>
    service.request('GET', `/conversation/?${new URLSearchParams(query)}`, { as: as() })
  const idsOf = async (q: string) => (await find({ q })).as(page(Conversation)).results.map(({ id }) => id)

  beforeAll(async () => {
    const { scope, owner } = service.one
    seeded = await seed(scope, { conversations: 20, runs: 1, prefix: 'a', person: { id: owner.id, name: 'O' }, now })
    for (const [index, [text]] of searchCases.entries()) {
      const path = `/conversation/${seeded.conversations[index]}/note/`
      const { status } = await service.request('POST', path, { as: as(), body: { text } })
      if (status !== 201) throw new Error(`The note was answered with ${status}.`)
    }
  })

  test('finds a message in every language, and only in its conversation', async () => {
    for (const [index, [text, questions]] of searchCases.entries())
      for (const question of questions)
        expect(await idsOf(question), `${question} in ${text}`).toContain(seeded.conversations[index])
    expect(await idsOf('請求書')).toEqual([seeded.conversations[9]])
    expect(await idsOf('領収書')).toEqual([])
    expect(await idsOf('erweisung')).toEqual([])
  })

  test('finds a conversation by its number alone, with or without #', async () => {
    const [first] = (await find({ limit: '1' })).as(page(Conversation)).results
    for (const q of [`${first?.number}`, `#${first?.number}`, ` #${first?.number} `])
      expect(await idsOf(q)).toContain(first?.id)
    expect(await idsOf(`order #${first?.number}`)).not.toContain(first?.id)
    for (const q of ['#', '2147483648', '99999999999999999999']) expect(await idsOf(q)).toEqual([])
  })

  test('finds a contact by the current name, newest conversation first', async () => {
    const before = (await find({ limit: '100' })).as(page(Conversation)).results
    const contact = before[0]?.contact.id
    const body = { name: 'Żółć Ćwikła' }
    const changed = await service.request('PATCH', `/contact/${contact}/`, { as: as(), body })
    expect(changed.status, changed.text).toBe(200)
    const theirs = before.filter((row) => row.contact.id === contact).map(({ id }) => id)
    expect(await idsOf('zolc cwik')).toEqual(theirs)
  })

  test('searches for any text literally, or reports that it is invalid', async () => {
    for (const q of [
      "'",
      '"',
      '\\',
      '%',
      '_',
      '*',
      ':*',
      '!a',
      'a & b',
      'a | b',
      '<->',
      '(((',
      "a'b:*",
      '\u202Eabc',
      '😀',
      ' ',
      'a '.repeat(490),
      'x'.repeat(1000),
      '漢'.repeat(1000),
      `e${'\u0301\u0323'.repeat(499)}`,
      'select',
      "'); drop table conversation; --",
    ]) {
      expect((await find({ q })).status, JSON.stringify(q.slice(0, 40))).toBe(200)
      expect((await find({ contact__name__icontains: q })).status, JSON.stringify(q.slice(0, 40))).toBe(200)
    }
    for (const q of ['x'.repeat(1001), 'x'.repeat(10_000), 'a\0b', '\uFFFD']) {
      const response = await find({ q })
      expect(response.status).toBe(400)
      expect(Object.keys(response.as(ErrorBody).errors ?? {})).toEqual(['q'])
    }
    const half = await service.request('GET', '/conversation/?q=%ed%a0%80', { as: as() })
    expect(half.status).toBe(400)
  })

  test('accepts messages for a conversation with a full search vector, and still finds its words', async () => {
    const id = seeded.conversations[19]
    const words = (from: number) =>
      Array.from({ length: 2500 }, (_, index) => `w${from}${index}x`)
        .join(' ')
        .slice(0, 20_000)
    for (let from = 0; from < 3; from += 1) {
      const note = await service.request('POST', `/conversation/${id}/note/`, { as: as(), body: { text: words(from) } })
      expect(note.status, note.text.slice(0, 200)).toBe(201)
    }
    const { db } = service.app.services.database
    // A text search vector larger than our limits allow.
    await db.execute(
      sql`update conversation set search = (select array_to_tsvector(array_agg('long' || n || repeat('y', 80))) from generate_series(1, 9000) n) where id = ${id}`,
    )
    const note = await service.request('POST', `/conversation/${id}/note/`, { as: as(), body: { text: 'afterwards' } })
    expect(note.status, note.text.slice(0, 200)).toBe(201)
    expect(await idsOf('long8999')).toEqual([id])
    expect(await idsOf('afterwards')).toEqual([])
  })

  test('finds substrings without pg_trgm, and creates its index once that is possible', async () => {
    const { db, pool } = service.app.services.database
    const count = async () => {
      const { rows } = await pool.query('select 1 from pg_indexes where indexname = any($1)', [
        partIndexes.map(({ name }) => name),
      ])
      return rows.length
    }
    expect(await count()).toBe(partIndexes.length)
    const search = async () =>
      (await find({ contact__name__icontains: 'OB_', limit: '100' })).as(page(Conversation)).count
    const before = await search()
    expect(before).toBeGreaterThan(0)
    await db.execute(sql`drop extension pg_trgm cascade`)
    expect(await count()).toBe(0)
    expect(await search()).toBe(before)
    const client = await pool.connect()
    try {
      const query: unknown = client.query.bind(client)
      if (typeof query !== 'function') throw new Error('The client has no query method.')
      const refusing: Pick<typeof client, 'query'> = Object.create(client, {
        query: {
          value: (text: string, ...rest: unknown[]): unknown =>
            text.startsWith('create extension')
              ? Promise.reject(new Error('permission denied to create extension "pg_trgm"'))
              : Reflect.apply(query, client, [text, ...rest]),
        },
      })
      expect(await makePartIndexes(refusing)).toMatch(/^permission denied .* superuser/)
      expect(await makePartIndexes(client)).toBeNull()
      expect(await makePartIndexes(client)).toBeNull()
    } finally {
      client.release()
    }
    expect(await count()).toBe(partIndexes.length)
    expect(await search()).toBe(before)
  })
})
