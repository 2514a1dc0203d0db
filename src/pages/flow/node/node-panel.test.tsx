import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { FlowData } from '#flow-data/flow-data.ts'
import { edge, node } from '#test/support/flow-draft.ts'
import { openTestFlow } from '#test/component/open-test-flow.ts'
import { renderInConsole } from '#test/component/render-in-console.tsx'
import { fileOrigin } from '#pages/flow/flow-origin.ts'
import { NodePanel } from './node-panel.tsx'
import { useFlowPath } from '#pages/flow/canvas/use-flow-path.ts'

/** A panel that follows its own links, as beside the canvas. */
function Beside({ data, first }: { data: FlowData; first: string }) {
  const [id, setId] = useState<string | null>(first)
  const path = useFlowPath(data)
  if (id === null) return null
  return (
    <NodePanel
      origin={fileOrigin('file_1')}
      data={data}
      id={id}
      run={null}
      path={path}
      onJump={setId}
      onClose={() => setId(null)}
    />
  )
}

const panel = () => page.getByRole('complementary')
const heading = (name: string) => panel().getByRole('heading', { name, exact: true })
const button = (name: string) => panel().getByRole('button', { name, exact: true })

test('2 MB in one node and 250 edges at another are shown step by step, and can be copied completely', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const text = 'A long line without an end. '.repeat(75_000)
  const targets = Array.from({ length: 250 }, (_, index) => `t${index}`)
  const data = await openTestFlow({
    name: 'Heavy',
    nodes: [
      node('big', 'trigger', 'Two megabytes', { config: { text } }),
      node('hub', 'api', 'Hub'),
      ...targets.map((one) => node(one, 'api', one)),
    ],
    edges: [edge('big', 'hub'), ...targets.map((target) => edge('hub', target))],
  })
  await renderInConsole(<Beside data={data} first="big" />)
  await expect.element(panel().getByText('Shown in part; the full size is 2.1 MB.')).toBeVisible()
  await button('Copy all').click()
  await expect.poll(() => write.mock.calls[0]?.[0].length).toBeGreaterThan(2_000_000)
  await button('Hub').click()
  await expect.element(panel().getByRole('heading', { name: 'Goes to 250' })).toBeVisible()
  for (const words of ['Show 200 more of 230', 'Show 30 more']) await button(words).click()
  await expect.element(button('t249')).toBeInTheDocument()
})

test('the panel stays mounted from node to node, until it is closed', async () => {
  const names = ['First', 'Second', 'Third', 'Fourth']
  const data = await openTestFlow({
    name: 'Walks',
    nodes: names.map((name) => node(name, name === 'First' ? 'trigger' : 'api', name)),
    edges: names.slice(1).map((target, index) => edge(names[index] ?? '', target)),
  })
  await renderInConsole(<Beside data={data} first="First" />)
  await expect.element(heading('First')).toBeVisible()
  const element = panel().element()
  for (const name of names.slice(1)) {
    await button('Next step').click()
    await expect.element(heading(name)).toBeVisible()
    // If the panel was mounted again, this would be another element.
    expect(panel().element()).toBe(element)
  }
  await expect.element(button('Next step')).toHaveAttribute('aria-disabled', 'true')
  await button('Close').click()
  await expect.element(panel()).not.toBeInTheDocument()
})

test('a missing node opens no panel', async () => {
  const data = await openTestFlow({ name: 'Small', nodes: [node('a', 'trigger', 'A')], edges: [] })
  await renderInConsole(<Beside data={data} first="nobody" />)
  await expect.poll(() => data.ask('place', { id: 'nobody' })).toBeNull()
  expect(panel().elements()).toHaveLength(0)
})

test('if a node has many problems, the first ones are shown, with the number of others', async () => {
  const held = await openTestFlow({ name: 'Small', nodes: [node('a', 'trigger', 'A')], edges: [] })
  const data = held.withFindings(
    Array.from({ length: 3_000 }, (_, index) => ({
      level: 'warning' as const,
      code: 'unreachable',
      message: `Place ${index}`,
      node_id: 'a',
    })),
  )
  await renderInConsole(<Beside data={data} first="a" />)
  await expect.element(panel().getByText('Place 9', { exact: true })).toBeVisible()
  await expect.element(panel().getByText('and 2,990 more under Health')).toBeVisible()
})
