/** Flows of many megabytes: what comes of them, and what other requests notice of it, on each database. */
import { expect, test } from 'vitest'
import { FlowDetail, ImportResult, Template } from '#contract/flow.ts'
import { eachDatabase } from './harness.ts'
import { template } from './template.ts'

const Imported = FlowDetail.extend({ import: ImportResult })

/** Some 10 MB. */
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

/** The longest that another request may wait, as a part of the large one's time. */
const share = 1 / 3

eachDatabase('large flows', (service) => {
  const as = () => service.one.operator

  /** What a request answers with, and the longest wait of small ones beside it as a part of its time. */
  async function beside(method: string, path: string, body?: string) {
    const state = { done: false, longest: 0 }
    const asking = (async () => {
      while (!state.done) {
        const asked = performance.now()
        await (await fetch(`${service.origin}/api/health/live`)).arrayBuffer()
        state.longest = Math.max(state.longest, performance.now() - asked)
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
    await asking
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return { status: response.status, value, waited: state.longest / time }
  }

  test('other requests do not wait for import and export of a large flow', async () => {
    const made = await beside('POST', '/flow/import/', large)
    expect(made.status).toBe(201)
    expect(made.waited).toBeLessThan(share)
    const flow = Imported.parse(made.value)
    expect(flow).toMatchObject({ name: 'Large', node_count: nodes.length, edge_count: edges.length })
    const out = await beside('GET', `/flow/${flow.id}/export/`)
    expect(out.waited).toBeLessThan(share)
    expect(Template.parse(out.value).flow.nodes).toHaveLength(nodes.length)
    const { import: _import, ...detail } = flow
    expect((await service.request('GET', `/flow/${flow.id}/`, { as: as() })).body).toEqual(detail)
    const copy = (await service.request('POST', `/flow/${flow.id}/duplicate/`, { as: as(), body: {} })).as(FlowDetail)
    expect(copy).toMatchObject({ name: 'Large (copy)', validation: flow.validation, edge_count: edges.length })
  })

  test('a body that is read in the other process gives the same flow and the same refusals', async () => {
    const blanks = ' '.repeat(300_000)
    const send = async (body: unknown) => {
      const text = JSON.stringify(body)
      const both = [await beside('POST', '/flow/import/', text), await beside('POST', '/flow/import/', text + blanks)]
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
    expect(await beside('POST', '/flow/import/', `{"template":${blanks}`)).toMatchObject({
      status: 400,
      value: { code: 'malformed_json' },
    })
  })
})
