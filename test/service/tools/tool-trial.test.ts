/** Checks of sources and schemas, and trials of tools with given values, on each database. */
import { expect, test } from 'vitest'
import { Tool } from '#contract/tool.ts'
import { eachDatabase, type TestRequest } from '#test/service/support/harness.ts'

eachDatabase('trials of tools', (service) => {
  const send = (path: string, body: unknown, sent: TestRequest = {}) =>
    service.request('POST', path, { as: service.one.operator, body, ...sent })
  const problems = async (body: unknown) => {
    const response = await send('/tool/check/', body)
    expect(response.status).toBe(200)
    return response.body
  }
  const make = async (category: string, config: unknown) =>
    (await send('/tool/', { name: `A ${category}`, category, config })).as(Tool).id

  test('reports no problem of a valid source, and a message with line and column for an invalid one', async () => {
    const fine = { ok: true, problems: [] }
    expect(await problems({ language: 'jsonata', source: '$sum(input.lines.price)' })).toEqual(fine)
    expect(
      await problems({ language: 'cel', source: 'input.total > 10 && now.getHours("Europe/Berlin") < 8' }),
    ).toEqual(fine)
    expect(await problems({ language: 'javascript', source: 'const a = await input; return a' })).toEqual(fine)
    expect(await problems({ language: 'liquid', source: 'Hello {{ input.name | upcase }}' })).toEqual(fine)
    const wrong = [
      ['jsonata', '$sum(', 1, expect.any(Number)],
      ['jsonata', '(\n  $a := 1;\n  $a +\n)', 4, 1],
      ['cel', 'input.total >', 1, expect.any(Number)],
      ['cel', 'inputs.total > 1', 1, 1],
      ['javascript', 'const a = 1\nreturn (a', expect.any(Number), expect.any(Number)],
      ['liquid', 'one\n{% if input %}', 2, 1],
    ] as const
    for (const [language, source, line, column] of wrong)
      expect(await problems({ language, source }), source).toEqual({
        ok: false,
        problems: [{ field: 'source', message: expect.stringMatching(/\w/), line, column }],
      })
  })

  test('checks a schema without a source', async () => {
    const good = { type: 'object', required: ['a'], properties: { a: { type: ['string', 'null'], pattern: '^x' } } }
    expect(await problems({ schema: good })).toEqual({ ok: true, problems: [] })
    const bad = { type: 'text', required: 'a', properties: { a: { items: 3, pattern: '(' } } }
    expect(await problems({ schema: bad })).toMatchObject({
      ok: false,
      problems: [
        { field: 'schema', message: expect.stringContaining('/type must be one of') },
        { message: '/required must be a list of names.' },
        { message: '/properties/a/pattern must be a regular expression.' },
        { message: '/properties/a/items must be a schema.' },
      ],
    })
    for (const body of [{}, { language: 'cel' }, { source: 'x' }, { language: 'lua', source: 'x' }])
      expect((await send('/tool/check/', body)).status).toBe(400)
  })

  test('writes nothing when checking, which is permitted to viewers', async () => {
    const listActivity = async () => (await service.request('GET', '/activity/', { as: service.one.owner })).body
    const before = await listActivity()
    const as = service.one.viewer
    expect((await send('/tool/check/', { language: 'cel', source: 'true' }, { as })).status).toBe(200)
    expect((await send('/tool/check/', { language: 'cel', source: 'true' }, { as: service.one.readKey })).status).toBe(
      200,
    )
    expect(await listActivity()).toEqual(before)
  })

  test('runs a tool with given values as in a flow', async () => {
    const transform = await make('transform', {
      language: 'jsonata',
      expression: '{"sum": $sum(lines.(price * count))}',
    })
    const condition = await make('condition', { language: 'cel', expression: 'input.total > vars.limit' })
    const code = await make('code', { language: 'javascript', source: 'return input.text.toUpperCase()' })
    const done = (output: unknown, cost: unknown = '0.000000') => ({
      ok: true,
      output,
      asked: null,
      error: null,
      duration_ms: expect.any(Number),
      cost,
      currency: 'EUR',
    })
    const lines = [
      { price: 2, count: 3 },
      { price: 0.5, count: 2 },
    ]
    expect((await send(`/tool/${transform}/try/`, { input: { lines } })).body).toEqual(done({ sum: 7 }))
    const asked = { input: { total: 12 }, vars: { limit: 10 } }
    expect((await send(`/tool/${condition}/try/`, asked)).body).toEqual(done(true))
    expect((await send(`/tool/${condition}/try/`, { ...asked, vars: { limit: 20 } })).body).toEqual(done(false))
    expect((await send(`/tool/${code}/try/`, { input: { text: 'yes' } })).body).toEqual(
      done('YES', expect.stringMatching(/^0\.000\d+$/)),
    )
  })

  test('reports the reason for a failure, and answers other requests during a trial', async () => {
    const code = await make('code', { language: 'javascript', source: 'for (;;);', timeout_ms: 4000 })
    const broken = await make('code', { language: 'javascript', source: 'return input.a.b' })
    const attempt = send(`/tool/${code}/try/`, { input: {} })
    let ended = false
    void attempt.finally(() => (ended = true))
    expect((await service.request('GET', '/flow/', { as: service.one.viewer })).status).toBe(200)
    expect(ended).toBe(false)
    expect((await attempt).body).toMatchObject({ ok: false, output: null, error: { code: 'timeout' } })
    expect((await send(`/tool/${broken}/try/`, { input: {} })).body).toMatchObject({
      ok: false,
      error: { code: 'error', message: expect.stringContaining('cannot read property'), line: 1 },
    })
  })

  test('runs trials of an account during endless loops of another account', async () => {
    const endless = (ms: number) => make('code', { language: 'javascript', source: 'for (;;);', timeout_ms: ms })
    // The maximum number of concurrent trials, and one more that waits.
    const all = [await endless(4000), await endless(4000), await endless(500)]
    let ended = 0
    const loops = all.map(async (loop) => {
      const response = await send(`/tool/${loop}/try/`, { input: {} })
      ended += 1
      return response.body
    })
    const as = service.two.operator
    const config = { language: 'javascript', source: 'return 1' }
    const { id } = (await send('/tool/', { name: 'A code', category: 'code', config }, { as })).as(Tool)
    expect((await send(`/tool/${id}/try/`, { input: {} }, { as })).body).toMatchObject({ ok: true, output: 1 })
    expect(ended).toBe(0)
    for (const body of await Promise.all(loops)) expect(body).toMatchObject({ ok: false, error: { code: 'timeout' } })
  })

  test('reports any exception of code as a failed trial', async () => {
    for (const thrown of [
      '{ code: "syntax", line: "abc" }',
      '{ code: "syntax", line: 1e308, column: 0.5, message: {} }',
      '{ code: "busy" }',
      '{ get code() { throw 1 } }',
      'new Proxy({}, { get() { throw 1 } })',
      'null',
      'Symbol("x")',
      '"x".repeat(1e6)',
      '"\\0"',
    ]) {
      const code = await make('code', { language: 'javascript', source: `throw ${thrown}` })
      const response = await send(`/tool/${code}/try/`, { input: {} })
      expect([thrown, response.status, response.body]).toMatchObject([
        thrown,
        200,
        { ok: false, error: { code: 'error' } },
      ])
    }
  })

  test('reports missing permissions and impossible trials', async () => {
    const code = await make('code', { language: 'javascript', source: 'return 1' })
    const value = await make('global', { value: 1, type: 'number', secret: false })
    const body = { input: {} }
    expect((await send(`/tool/${code}/try/`, body, { as: service.one.viewer })).status).toBe(403)
    expect((await send(`/tool/${code}/try/`, body, { as: service.two.owner })).status).toBe(404)
    expect((await send(`/tool/${value}/try/`, body)).status).toBe(409)
    expect((await send(`/tool/${code}/try/`, {})).status).toBe(400)
  })
})
