import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FlowData } from '#flow-data/flow-data.ts'
import { signal, type Signal } from '#lib/signal.ts'
import { openTestFlow } from '#test/component/open-test-flow.ts'
import { edge, node, orders } from '#test/support/flow-draft.ts'
import { renderInConsole } from '#test/component/render-in-console.tsx'
import { OutlineColumn } from './outline-column.tsx'
import { useFind } from './use-find.ts'

interface OutlineTestProps {
  data: FlowData
  first: string | null
  hovered: Signal<number>
  onLeave: () => void
}

/** The outline as beside the canvas: a chosen node becomes the current one. */
function Outline({ data, first, hovered, onLeave }: OutlineTestProps) {
  const find = useFind(data, null)
  const [chosen, setChosen] = useState(first)
  return (
    <div style={{ display: 'flex', height: 600 }}>
      <OutlineColumn
        name="Orders"
        data={data}
        find={find}
        currentNode={chosen}
        hovered={hovered}
        focusRequest={{ target: 'find', count: 0 }}
        onOpen={setChosen}
        onMatch={(id, text) => {
          find.setText(text)
          setChosen(id)
        }}
        onLeave={onLeave}
        onClose={onLeave}
      />
    </div>
  )
}

async function show(draft: Parameters<typeof openTestFlow>[0], address = '/', first: string | null = null) {
  const onLeave = vi.fn<() => void>()
  const hovered = signal(-1)
  const data = await openTestFlow(draft)
  await renderInConsole(<Outline data={data} first={first} hovered={hovered} onLeave={onLeave} />, address)
  return { onLeave, hovered }
}

const rows = () => page.getByRole('tree', { name: 'Outline of Orders' }).getByRole('treeitem')
const row = (name: string | RegExp) => page.getByRole('treeitem', { name })
const field = () => page.getByRole('combobox', { name: 'Find in this flow' })
const said = () => page.getByRole('status').first()

test('the tree shows branches by their labels, joins, cycles, unreached nodes and notes', async () => {
  await show(orders)
  await expect.element(row(/^Message arrives/)).toBeVisible()
  const names = rows()
    .elements()
    .map((one) => `${one.ariaLevel} ${one.ariaLabel}`.replace(/, (?:error|warning): .*$/, ''))
  expect(names.slice(0, 7)).toEqual([
    '1 Message arrives, Message trigger',
    '1 Find order number, Agent',
    '1 Number found?, Condition',
    '2 Branch yes',
    '3 Look up order, HTTP',
    '4 Branch out',
    '5 Tell where it is, Chat app',
  ])
  for (const name of [
    'back to Find order number',
    'continues at Ask for the number',
    'Not reached from a start',
    'Remember the holidays, Note',
  ])
    expect(row(name).elements()).toHaveLength(1)
  await expect.element(row(/^Parse legacy ids, Code, disabled/)).toHaveAttribute('aria-level', '2')
  await expect.element(page.getByText('10 steps')).toBeVisible()
})

test('a hovered row tells which node it is, and the row of a hovered node is highlighted', async () => {
  const { hovered } = await show(orders)
  await row(/^Number found/).hover()
  expect(hovered.get()).toBe(orders.nodes.findIndex(({ name }) => name === 'Number found?'))
  await row('Branch yes').hover()
  expect(hovered.get()).toBe(-1)
  hovered.set(0)
  await expect.element(row(/^Message arrives/)).toHaveClass(/hovered/)
  hovered.set(-1)
  await expect.element(row(/^Message arrives/)).not.toHaveClass(/hovered/)
})

test('arrow keys and letters move the focus; Enter chooses a node, or follows a reference to its target', async () => {
  const { onLeave } = await show(orders)
  await expect.element(row(/^Message arrives/)).toBeVisible()
  row(/^Message arrives/)
    .element()
    .focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(row(/^Number found/)).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(row(/^Number found/)).toHaveAttribute('aria-expanded', 'false')
  expect(row(/^Look up order/).elements()).toHaveLength(0)
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(row('Branch yes')).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(row('Remember the holidays, Note')).toHaveFocus()
  await userEvent.keyboard('{Home}')
  await userEvent.keyboard('loo')
  await expect.element(row(/^Look up order/)).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await expect.element(row('Branch yes')).toHaveFocus()
  expect(row(/^back to/).elements()).toHaveLength(0)
  // Typed letters also find a row in a collapsed parent, which is then expanded.
  await userEvent.keyboard('look')
  await expect.element(row(/^Look up order/)).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await userEvent.keyboard('back')
  await expect.element(row(/^back to/)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(row(/^Find order number/)).toHaveFocus()
  await expect.element(row(/^Find order number/)).toHaveAttribute('aria-selected', 'true')
  expect(onLeave).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(onLeave).toHaveBeenCalledOnce()
})

test('suggestions come from the flow, and are inserted at the caret', async () => {
  await show(orders)
  await field().click()
  await userEvent.keyboard('ty')
  await expect.element(page.getByRole('option', { name: /^type:/ })).toBeVisible()
  await expect.poll(() => page.getByRole('option').elements()).toHaveLength(1)
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(field()).toHaveValue('type:')
  await expect.element(page.getByRole('option', { name: 'type:message' })).toBeVisible()
  await userEvent.keyboard('mes')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(said()).toHaveTextContent('2 found')
  await expect.poll(() => page.getByRole('listbox').elements()).toHaveLength(0)
})

test.each([
  ['zurich grusse', '1 found'],
  ['מלאי', '1 found'],
  ['uses:base', '1 found'],
  ['is:disabled', '1 found'],
  ['onerror', '1 found'],
  ['-type:message -type:code type:api', '2 found'],
])('the search %s in the URL is applied', async (query, words) => {
  await show(orders, `/?find=${encodeURIComponent(query)}`)
  await expect.element(said()).toHaveTextContent(words)
})

test('without matches a message is shown, unknown terms are explained, and the search can be reset', async () => {
  await show(orders, `/?find=${encodeURIComponent('kind:x is:strange')}`)
  await expect.element(page.getByText('No step matches kind:x is:strange.')).toBeVisible()
  await expect.element(page.getByText(/“kind:” is treated as text/)).toBeVisible()
  await expect.element(page.getByText(/“is:strange” is ignored/)).toBeVisible()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.element(field()).toHaveValue('')
  await expect.element(page.getByText(/^No step matches/)).not.toBeInTheDocument()
})

test('for 10,000 nodes few rows are rendered, but each can be reached', async () => {
  const nodes = Array.from({ length: 10_000 }, (_item, index) =>
    node(`n${index}`, index === 0 ? 'trigger' : index % 50 === 0 ? 'condition' : 'code', `Step ${index}`),
  )
  const edges = nodes
    .slice(1)
    .map((_node, index) => edge(`n${index}`, `n${index + 1}`, index > 0 && index % 50 === 0 ? 'else' : null))
  await show({ name: 'Orders', nodes, edges }, '/', 'n9999')
  await expect.element(row(/^Step 9999,/)).toBeInViewport()
  row(/^Step 9999,/)
    .element()
    .focus()
  await userEvent.keyboard('{Home}')
  await expect.element(row(/^Step 0,/)).toHaveFocus()
  await field().fill('"step 7777"')
  await expect.element(said()).toHaveTextContent('1 found')
  await userEvent.keyboard('{Enter}')
  await expect.element(row(/^Step 7777,/)).toBeInViewport()
  expect(document.querySelectorAll('*').length).toBeLessThan(1_500)
})
