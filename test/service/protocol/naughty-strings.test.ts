/**
 * Text that breaks programs (the Big List of Naughty Strings, MIT, and additions), in every field of the contract: it
 * is returned as it was sent – names trimmed and in NFC – or refused at its field, never answered with 500.
 */
import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from '#contract/api.ts'
import { conversationFields } from '#contract/conversation.ts'
import { maxFilterValues } from '#contract/filter/filter.ts'
import { ErrorBody } from '#contract/kernel/error.ts'
import { maxTag, maxTags } from '#contract/kernel/limits.ts'
import { normalName } from '#lib/text/text.ts'
import { run } from '#server/store/tables/run.ts'
import { pathOf } from '#test/service/support/contract-check.ts'
import { eachDatabase, type TestResponse } from '#test/service/support/harness.ts'
import { bodies, idOf, makeObjects, type Objects } from '#test/service/support/valid-bodies.ts'
import { textAt, textFieldsOf, withValue, type Path, type Fields } from '#test/service/support/text-fields.ts'

const file = new URL('../../fixtures/naughty-strings/blns.json', import.meta.url)
const listed = z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))

/** Texts that no database can store. */
const unstorableTexts = ['\0', 'a\0b', '\uD800', 'a\uDC00']
const ownStrings = [
  ...unstorableTexts,
  ' \t blanks around \u3000',
  'e\u0301 in two parts',
  `Z${'\u0301\u0323'.repeat(300)}`,
  'x'.repeat(10_000),
  '𝒳'.repeat(200),
  '\u202Eright to left\u202C',
  '\uFEFF\u200B',
  '\uFFFF\u{10FFFF}',
  "'&!|:*()<->\\",
  'constructor',
  '__proto__',
]
const all = [...listed, ...ownStrings]

/** Number of strings of each list per field; the next field gets the next strings, so that all are used. */
const perField = { listed: 5, own: 2 }
const cyclicSlice = (list: readonly string[], from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => list[(from + index) % list.length] ?? '')

/** Endpoints that hash a password, which is deliberately slow. */
const slowEndpoints: ReadonlySet<string> = new Set(['person.create', 'me.password', 'session.create', 'setup.create'])

/** Endpoints that refuse the sample body, because it refers to a nonexistent object. */
const refusedBodies: ReadonlySet<string> = new Set(['me.password', 'conversation.undo'])

/** Whether the field at a path is stored trimmed and in NFC. */
const isName = (path: Path): boolean =>
  path.some((part) => typeof part === 'string' && /^(?:name|key|tags|labels|add_labels|remove_labels)$/.test(part))

/** Lists with a search, which get one string in four; filters of conversations get all strings. */
const searched = ['/flow/', '/tool/', '/channel/']

const refusals: ReadonlySet<number> = new Set([400, 401, 402, 403, 404, 405, 409, 413, 415, 422, 429])

eachDatabase('naughty strings', { engine: { executesRuns: false } }, (service) => {
  let objects: Objects
  let fields: Fields[]

  beforeAll(async () => {
    ;({ objects } = await makeObjects(service, service.one, 'a'))
    // The run belongs to an existing flow, so that it can be repeated with other input.
    await service.one.scope.update(run, { flowId: objects.flow }, eq(run.id, objects.run))
    fields = textFieldsOf((await service.request('GET', '/openapi.json')).body)
  })

  let replies = 0
  /** A valid body; each canned reply has another shortcut, which is unique. */
  const bodyOf = (id: string): unknown => {
    const body = bodies[id]?.(objects) ?? {}
    return id === 'canned_reply.create' ? withValue(body, ['shortcut'], `reply${(replies += 1)}`) : body
  }

  const send = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
    service.request(method, path, { as: service.one.owner, ...(body === undefined ? {} : { body }) })

  /** Checks that an error has our form and names the field or the whole body; `path` null = any fields. */
  function checkRefusal(response: TestResponse, path: Path | null, what: string): void {
    expect(refusals.has(response.status), `${what}: ${response.status} ${response.text.slice(0, 300)}`).toBe(true)
    const { errors } = response.as(ErrorBody)
    if (response.status !== 400 || errors === undefined || path === null) return
    const [name] = String(path[0]).split('.')
    expect(
      Object.keys(errors).some((key) => key === 'non_field_errors' || key.split('.')[0] === name),
      `${what}: ${response.text.slice(0, 300)}`,
    ).toBe(true)
  }

  /** Checks that a field was returned as it was sent, or normalized as a name. */
  function checkStored(response: TestResponse, path: Path, text: string, what: string): void {
    expect(unstorableTexts, what).not.toContain(text)
    const stored = textAt(response.body, path)
    if (typeof stored !== 'string') return
    expect(isName(path) ? [normalName(text)] : [text, text.trim()], what).toContain(stored)
  }

  test('returns or refuses every string in a text of a body', { tags: 'all' }, async () => {
    let at = 0
    for (const { id, body: paths } of fields) {
      const endpoint = allEndpoints.find((one) => one.id === id)
      if (!endpoint || paths === null) continue
      // Some bodies are always refused: the effect of a field is then unknown.
      const isGood = !refusedBodies.has(id) && bodies[id] !== undefined
      for (const path of paths) {
        const share = slowEndpoints.has(id) ? { listed: 1, own: 1 } : perField
        for (const text of [
          ...cyclicSlice(ownStrings, at * perField.own, share.own),
          ...cyclicSlice(listed, at * perField.listed, share.listed),
        ]) {
          const what = `${id} ${path.join('.')} ${JSON.stringify(text.slice(0, 100))}`
          const url = pathOf(endpoint, { id: idOf(endpoint, objects) })
          const response = await send(endpoint.method, url, withValue(bodyOf(id), path, text))
          if (response.status >= 200 && response.status < 300) checkStored(response, path, text, what)
          else checkRefusal(response, isGood ? path : null, what)
        }
        if (!slowEndpoints.has(id)) at += 1
      }
    }
    // Every string was sent in some field.
    expect(at * perField.listed, `${at} fields`).toBeGreaterThan(listed.length)
    expect(at * perField.own).toBeGreaterThan(ownStrings.length)
  })

  test('accepts or refuses a string in every text of a query', async () => {
    let at = 0
    for (const { id, query } of fields) {
      const endpoint = allEndpoints.find((one) => one.id === id)
      if (!endpoint || endpoint.method !== 'GET' || endpoint.media === 'stream') continue
      for (const name of query) {
        const some = cyclicSlice(all, at, 1)
        at += 1
        for (const text of some) {
          const url = pathOf(endpoint, { id: idOf(endpoint, objects) })
          const response = await send('GET', `${url}?${new URLSearchParams({ [name]: text })}`)
          const what = `${id} ${name}=${JSON.stringify(text.slice(0, 100))}`
          if (response.status < 200 || response.status >= 300) checkRefusal(response, [name], what)
        }
      }
    }
    // There are hundreds of filter names: each field with each of its operators.
    expect(at).toBeGreaterThan(200)
  })

  test('accepts the strings in searches, and in every filter that takes text', { tags: 'all' }, async () => {
    for (const [index, text] of all.filter((one) => !unstorableTexts.includes(one)).entries()) {
      const path = searched[index % 12]
      if (path === undefined) continue
      const response = await send('GET', `${path}?${new URLSearchParams({ search: text })}`)
      expect(response.status, JSON.stringify(text.slice(0, 100))).toBe(text.length > 500 ? 400 : 200)
    }
    const asked = all.filter((text) => !unstorableTexts.includes(text) && text.length <= 1000 && !/\uFFFD/.test(text))
    const texts = conversationFields.fields.filter(({ type }) => ['text', 'list', 'ref', 'search'].includes(type))
    const rules = [
      ...texts.map(({ name, operators }) => ({ name, operators })),
      { name: 'cf.x', operators: ['exact', 'icontains'] as const },
    ]
    for (const { name, operators } of rules)
      for (const operator of operators.includes('icontains') ? (['icontains'] as const) : (['exact'] as const))
        for (let from = 0; from < asked.length; from += maxFilterValues) {
          const values = asked.slice(from, from + maxFilterValues)
          const filter = { and: [{ field: name, operator, values }] }
          // Too long for a URL, so they are sent as the filter of a bulk change. `expected_count` does not match, so
          // nothing is changed.
          const body = { filter, change: { priority: 'low' }, expected_count: 999 }
          const response = await send('POST', '/conversation/bulk/', body)
          expect(response.status, `${name} ${operator}: ${response.text.slice(0, 300)}`).toBe(409)
        }
  })

  test('returns all strings as labels, custom fields and nodes', async () => {
    const path = `/conversation/${objects.conversation}/`
    const labels = [...new Set(listed.map(normalName))].filter((one) => one !== '' && [...one].length <= maxTag)
    for (let from = 0; from < labels.length; from += maxTags) {
      const some = labels.slice(from, from + maxTags)
      const response = await send('PATCH', path, { labels: some })
      expect(response.body).toMatchObject({ labels: some })
      const found = await send(
        'GET',
        `/conversation/?${new URLSearchParams({ filter: JSON.stringify({ and: [{ field: 'label', values: some.slice(0, 5) }] }) })}`,
      )
      expect(found.body).toMatchObject({ count: 1 })
    }
    const values = listed.filter((one) => one.length <= 2000)
    for (let from = 0; from < values.length; from += 50) {
      const some = values.slice(from, from + 50)
      const given = Object.fromEntries(some.map((text, index) => [`k${index}`, text]))
      const response = await send('PATCH', path, { custom_fields: given })
      expect(response.body).toMatchObject({ custom_fields: given })
    }
    const nodes = listed.map((text, index) => ({
      id: `n${index}`,
      type: 'note',
      name: normalName(text) === '' || [...normalName(text)].length > 200 ? 'A note' : text,
      notes: text,
      config: { text, colour: 'yellow' },
    }))
    const template = {
      format: 'flow-template',
      format_version: '1.0',
      flow: { name: 'Naughty', nodes, edges: [], metadata: { listed } },
    }
    const created = await send('POST', '/flow/import/', { template })
    expect(created.status, created.text.slice(0, 300)).toBe(201)
    const read = z
      .looseObject({
        nodes: z.array(z.looseObject({ id: z.string(), name: z.string(), notes: z.string(), config: z.unknown() })),
      })
      .parse(created.body)
    const stored = new Map(read.nodes.map((node) => [node.id, node]))
    for (const node of nodes) expect(stored.get(node.id)).toMatchObject(node)
    expect(created.body).toMatchObject({ metadata: { listed } })
  })
})
