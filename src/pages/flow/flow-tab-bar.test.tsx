import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderInConsole } from '#test/component/render-in-console.tsx'
import { FlowTabLinks } from './flow-tab-bar.tsx'
import { allFlowTabs } from './flow-tabs.tsx'

const findings = Array.from({ length: 202 }, () => ({ level: 'error' as const, code: 'unreachable', message: '' }))

test.each([360, 390])('all tabs of a busy flow fit into %i px', async (width) => {
  await page.viewport(width, 740)
  const facts = { findings, changes: 12, variables: 3 }
  await renderInConsole(
    <FlowTabLinks tab="canvas" tabs={allFlowTabs} facts={facts} tools={() => undefined} />,
    '/flows/f',
  )
  const bar = page.getByRole('navigation', { name: 'Flow views' })
  await expect.element(bar.getByRole('link', { name: 'Details' })).toBeVisible()
  const boxes = bar
    .getByRole('link')
    .elements()
    .map((link) => link.getBoundingClientRect())
  expect(boxes).toHaveLength(5)
  for (const [index, { left, right }] of boxes.entries()) {
    expect(left).toBeGreaterThanOrEqual(boxes[index - 1]?.right ?? 0)
    expect(right).toBeLessThanOrEqual(width)
  }
  // Of changes there is only a mark.
  await expect.element(bar.getByText('12 new')).toBeVisible()
  expect(bar.getByText('12 new').element().clientWidth).toBe(6)
})
