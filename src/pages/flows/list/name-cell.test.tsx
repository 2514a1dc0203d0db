import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FlowSummary, ValidationSummary } from '#contract/flow.ts'
import { renderInConsole } from '#test/component/render-in-console.tsx'
import { FlowRowsContext, type FlowRows } from './flow-rows-context.ts'
import { NameCell } from './name-cell.tsx'
import './flows.css'

const unused = () => undefined
const rows: FlowRows = {
  pendingDeletions: new Map(),
  writes: new Map(),
  renamedId: null,
  onRename: unused,
  onDelete: unused,
  onExport: unused,
  onTags: unused,
  actions: { duplicate: unused, move: unused, tag: unused, remove: unused, exportAll: unused, exportAndRemove: unused },
  abilities: {
    canRename: true,
    canTag: true,
    canDuplicate: true,
    canExport: true,
    canDelete: true,
    canRun: true,
    canActivate: true,
    offered: (moves) => moves,
  },
  lockedReason: null,
  topCost: 0n,
  isPhone: false,
}

const flow: FlowSummary = {
  id: 'flw_1',
  name: 'Orders to the warehouse and back to the shop, with a copy for the office',
  description: '',
  status: 'draft',
  version: 1,
  tags: [],
  node_count: 24,
  edge_count: 23,
  trigger_types: [],
  tools: [],
  channels: [],
  last_run_at: null,
  last_run_status: null,
  run_count: 0,
  cost_last_30_days: '0.000000',
  currency: 'EUR',
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:00:00Z',
  created_by: null,
  sample: false,
}
const summary: ValidationSummary = {
  errors: 0,
  warnings: 0,
  steps: 24,
  foreign_steps: 13,
  faulty_steps: 0,
  flow_errors: 0,
  starts_elsewhere: true,
  product: 'n8n',
}

/** A row of the table, in a narrow column. */
const show = (tags: string[], counts?: ValidationSummary) =>
  renderInConsole(
    <FlowRowsContext value={rows}>
      <table className="table" style={{ width: 320, tableLayout: 'fixed' }}>
        <tbody>
          <tr>
            <td>
              <NameCell flow={{ ...flow, tags, ...(counts && { validation_summary: counts }) }} />
            </td>
          </tr>
        </tbody>
      </table>
    </FlowRowsContext>,
  )
const top = (element: Element | null) => element?.getBoundingClientRect() ?? expect.fail('no element')

test('the row says in short what the tooltip says in full, and its actions do not cover it', async () => {
  await show([], { ...summary, errors: 1, faulty_steps: 1 })
  const state = page.getByText('1 error')
  await userEvent.hover(state)
  const tooltip = page.getByRole('tooltip')
  await expect
    .element(tooltip)
    .toHaveTextContent('Of 24 steps, 13 run only in n8n, 1 has an error. No trigger starts it here.')
  const box = tooltip.element()
  expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth)
  expect(top(state.element()).right).toBeLessThanOrEqual(top(document.querySelector('.row-actions')).left)
  await expect.element(state).toHaveClass('bad')
})

test('a flow of another product is not red, and a flow without counts leaves no gap', async () => {
  const screen = await show(['nightly'], summary)
  await expect.element(page.getByText('Made for n8n')).toBeVisible()
  expect(document.querySelector('.bad')).toBeNull()
  await screen.unmount()
  await show(['nightly'])
  await expect.element(page.getByText('nightly')).toBeVisible()
  expect(document.querySelector('.flow-state')).toBeNull()
})
