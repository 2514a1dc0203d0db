/** Flows of many megabytes: their results, and the effect on other requests, on each database. */
import { expect, test } from 'vitest'
import { FlowDetail, ImportResult, Template } from '#contract/flow.ts'
import { eachDatabase, type TestCaller } from '#test/service/support/harness.ts'
import { template } from '#test/service/support/template.ts'

const Imported = FlowDetail.extend({ import: ImportResult })

/** About 10 MB. */
const nodes = Array.from({ length: 25_000 }, (_, index) => ({
  id: `n${index}`,
  type: 'api',
  name: `Node ${index}`,
  position: { x: index, y: 0 },
  config: { url: `https://a.example/${index}`, note: 'x'.repeat(200) },
}))
const edges = nodes.slice(1).map((node, index) => ({ id: `e${index}`, source: `n${index}`, target: node.id }))
const large = JSON.stringify({
  template: { format: 'flow-template', format_version: '1.0', flow: { name: 'Large', nodes, edges } },
})

/** Maximum wait of another request, as a fraction of the duration of the large one. */
const share = 1 / 3

/** Maximum bytes of concurrent large responses to one account (server/base/memory-admission.ts). */
const accountLimitBytes = 128 * 1024 * 1024

eachDatabase('large flows', (service) => {
  const as = () => service.one.operator

  /** The response to a request, and the longest wait of concurrent small ones as a fraction of its duration. */
  async function measureWithConcurrentRequests(method: string, path: string, body?: string) {
    const state = { done: false, longest: 0 }
    const pollLoop = (async () => {
      while (!state.done) {
        const sentAt = performance.now()
        await (await fetch(`${service.origin}/api/health/live`)).arrayBuffer()
        state.longest = Math.max(state.longest, performance.now() - sentAt)
      }
    })()
    const started = performance.now()
    const response = await fetch(`${service.origin}/api${path}`, {
      method,
      headers: { ...as().headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    })
    const bytes = await response.arrayBuffer()
    const time = performance.now() - started
    state.done = true
    await pollLoop
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return { status: response.status, value, waited: state.longest / time }
  }

  test('answers other requests during the import and export of a large flow', { tags: ['all'] }, async () => {
    const created = await measureWithConcurrentRequests('POST', '/flow/import/', large)
    expect(created.status).toBe(201)
    expect(created.waited).toBeLessThan(share)
    const flow = Imported.parse(created.value)
    expect(flow).toMatchObject({ name: 'Large', node_count: nodes.length, edge_count: edges.length })
    const out = await measureWithConcurrentRequests('GET', `/flow/${flow.id}/export/`)
    expect(out.waited).toBeLessThan(share)
    expect(Template.parse(out.value).flow.nodes).toHaveLength(nodes.length)
    const { import: _import, ...detail } = flow
    expect((await service.request('GET', `/flow/${flow.id}/`, { as: as() })).body).toEqual(detail)
    const copy = (await service.request('POST', `/flow/${flow.id}/duplicate/`, { as: as(), body: {} })).as(FlowDetail)
    expect(copy).toMatchObject({ name: 'Large (copy)', validation: flow.validation, edge_count: edges.length })
  })

  const importRaw = (raw: string) => service.request('POST', '/flow/import/', { as: as(), raw })

  test('refuses a flow with too many nodes or names, with the number and the limit', async () => {
    const million = await importRaw(`{"template":{"nodes":[{}${',{}'.repeat(999_999)}],"edges":[]}}`)
    expect([million.status, million.body]).toMatchObject([
      422,
      { code: 'flow_too_large', detail: expect.stringMatching(/1,000,000.*100,000 nodes/) },
    ])
    const keys = Array.from({ length: 70_000 }, (_, index) => `{"tool":"t${index}"}`)
    const named = await importRaw(
      `{"template":{"format":"flow-template","flow":{"nodes":[${keys.join()}],"edges":[]}}}`,
    )
    expect([named.status, named.body]).toMatchObject([
      422,
      { code: 'flow_too_large', detail: expect.stringMatching(/70,000 tools, channels and secrets.*5,000/) },
    ])
    const page = await service.request('GET', '/openapi.json')
    expect(page.text).toContain('flow_too_large')
  })

  test(
    'refuses a flow whose stored form would be too large, with the size and the limit',
    { tags: ['all'] },
    async () => {
      // A node of a foreign file is stored with its defaults.
      const config = `"config":{"text":"${'x'.repeat(600)}"}`
      const bytes = await importRaw(`{"template":{"nodes":[{${config}}${`,{${config}}`.repeat(48_000)}],"edges":[]}}`)
      expect([bytes.status, bytes.body]).toMatchObject([
        422,
        { code: 'flow_too_large', detail: expect.stringMatching(/\d\d\.\d MB.*30\.0 MB/) },
      ])
    },
  )

  test(
    'limits the concurrent large responses to one account, and answers other accounts meanwhile',
    { tags: ['all'] },
    async () => {
      const importAs = async (caller: TestCaller) => {
        const created = await service.request('POST', '/flow/import/', { as: caller, raw: large })
        return { path: `/flow/${created.as(Imported).id}/`, size: created.text.length }
      }
      const { path, size } = await importAs(as())
      const other = await importAs(service.two.operator)
      // The responses are not read, so that each of them stays in memory.
      const all = await Promise.all(
        Array.from({ length: 16 }, () => fetch(`${service.origin}/api${path}`, { headers: as().headers })),
      )
      const sent = all.filter((answer) => answer.status === 200)
      const refused = all.filter((answer) => answer.status === 503)
      expect(sent.length).toBeGreaterThan(0)
      expect(sent.length).toBeLessThanOrEqual(Math.ceil(accountLimitBytes / size))
      expect(sent.length + refused.length).toBe(all.length)
      for (const answer of refused) expect(answer.headers.get('retry-after')).toBe('5')
      const theirs = await service.request('GET', other.path, { as: service.two.operator })
      expect([theirs.status, theirs.text.length]).toEqual([200, Number(theirs.headers.get('content-length'))])
      const rename = await service.request('PATCH', path, { as: as(), body: { name: 'Renamed' } })
      expect([rename.status, rename.body]).toMatchObject([503, { code: 'unavailable' }])
      for (const answer of all) await answer.body?.cancel()
      const after = await service.request('GET', path, { as: as() })
      expect([after.status, after.as(FlowDetail).name]).toEqual([200, 'Large'])
    },
  )

  test.each([
    ['anchors', '&a '],
    ['tags', '!a '],
  ])('answers other requests while YAML is parsed: %s', async (_, part) => {
    const response = await measureWithConcurrentRequests(
      'POST',
      '/flow/import/',
      JSON.stringify({ template: part.repeat(250_000 / part.length) }),
    )
    expect(response.status).toBe(422)
    expect(response.waited).toBeLessThan(share)
  })

  test('parses a body in the other process with the same results and errors', async () => {
    const blanks = ' '.repeat(300_000)
    const send = async (body: unknown) => {
      const text = JSON.stringify(body)
      const both = [
        await measureWithConcurrentRequests('POST', '/flow/import/', text),
        await measureWithConcurrentRequests('POST', '/flow/import/', text + blanks),
      ]
      return both.map(({ status, value }) => {
        const own = typeof value === 'object' ? value : {}
        return { status, ...own, id: '', created_at: '', updated_at: '', request_id: '' }
      })
    }
    for (const body of [
      { template, name: 'Same' },
      { template: { no: 'flow' } },
      { template, name: '' },
      { template: 7 },
      { nothing: true },
    ]) {
      const [small, threaded] = await send(body)
      expect(threaded).toEqual(small)
    }
    expect(await measureWithConcurrentRequests('POST', '/flow/import/', `{"template":${blanks}`)).toMatchObject({
      status: 400,
      value: { code: 'malformed_json' },
    })
  })
})
