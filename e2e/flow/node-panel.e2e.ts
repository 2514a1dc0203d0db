/** All details of a node: its fields, its neighbours, and links to them. */
import { node } from '#test/support/flow-draft.ts'
import { importFlow } from '#e2e/support/flow-steps.ts'
import { checkAxe, expect, test } from '#e2e/support/service.ts'

const script = '<img src=x onerror=alert(1)>'

test('shows all fields and neighbours of a node, copies its link, and opens neighbours by keyboard', async ({
  page,
  service,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await service.signIn(page)
  const cases = [{ id: 'yes', label: 'in stock', expression: 'stock > 0' }]
  const id = await importFlow(service, page, {
    name: 'Panels',
    nodes: [
      node('start', 'trigger', 'Begin'),
      node('ask', 'condition', 'Is it there?', { config: { cases } }),
      node('odd', 'no.such.type', script, {
        config: { api_key: { set: true, last4: '7c1e' }, text: 'seen' },
        notes: 'Made by the night shift',
        retries: { times: 3 },
      }),
    ],
    edges: [
      { id: 'e1', source: 'start', target: 'ask' },
      { id: 'e2', source: 'ask', target: 'odd', source_handle: 'yes', condition: 'stock > 0' },
    ],
  })
  await page.goto(`${service.url}/flows/${id}?node=odd`)
  const panel = page.getByRole('complementary')
  await expect(panel.getByRole('heading', { name: script })).toBeVisible()
  for (const words of ['preserved, does not run', '•••••••• 7c1e', 'Made by the night shift', 'retries'])
    await expect(panel.getByText(words).first()).toBeVisible()
  await expect(panel.getByRole('button', { name: /^Is it there\?/ })).toContainText('in stock')
  await panel.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${service.url}/flows/${id}?node=odd`)
  await expect(panel.getByRole('button', { name: 'Next step' })).toHaveAttribute('aria-disabled', 'true')
  await panel.getByRole('button', { name: 'Previous step' }).press('Enter')
  await expect(panel.getByRole('heading', { name: 'Is it there?' })).toBeVisible()
  await panel.getByRole('button', { name: 'Previous step' }).press('Enter')
  await expect(panel.getByRole('heading', { name: 'Begin' })).toBeVisible()
  await checkAxe(page)
})
