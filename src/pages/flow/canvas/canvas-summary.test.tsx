import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Finding } from '#contract/flow.ts'
import { renderInConsole } from '#test/component/render-in-console.tsx'
import { CanvasSummary } from './canvas-summary.tsx'

const finding = (level: Finding['level'], code: string, node: string): Finding => ({
  level,
  code,
  message: '',
  node_id: node,
})

const show = (validation: Finding[]) =>
  renderInConsole(
    <CanvasSummary
      flow={{
        counts: { nodes: 43, edges: 40, all: 43, steps: 39 },
        metadata: { source: { format: 'n8n' } },
        validation,
      }}
    />,
    '/?node=a',
  )

const foreign = Array.from({ length: 31 }, (_, at) => finding('error', 'unknown_type', `n${at}`))

test('a flow of another product says so once, without an error', async () => {
  await show(foreign)
  await expect.element(page.getByText('Made for n8n · 31 steps run only there')).toBeVisible()
  expect(page.getByRole('link').elements()).toHaveLength(0)
})

test('real errors and warnings are counted, and lead to Health', async () => {
  const { address } = await show([
    ...foreign,
    finding('error', 'duplicate_id', 'a'),
    finding('warning', 'unreachable', 'b'),
    finding('error', 'missing_tool', 'c'),
  ])
  await page.getByRole('link', { name: '1 error 1 warning' }).click()
  await expect.poll(address).toContain('tab=health')
})
