/** What is wrong with a flow, and the way to each place. */
import { EditedService } from './edited-service.ts'
import { importFlow, node } from './flow-steps.ts'
import { checkAxe, expect, test, wholeRun } from './service.ts'

test(
  'a finding leads to its node or its edge, by mouse and by keyboard; thousands come a part at a time',
  wholeRun,
  async ({ page, service }) => {
    await service.signIn(page)
    const id = await importFlow(service, page, {
      name: 'Much to mend',
      nodes: [node('start', 'trigger', 'Begin'), node('ask', 'api', 'Ask'), node('say', 'message', 'Say')],
      edges: [
        { id: 'e1', source: 'start', target: 'ask' },
        { id: 'e2', source: 'ask', target: 'say' },
      ],
    })
    const edited = await EditedService.start(service)
    edited.edit(id, (flow) => {
      flow['validation'] = [
        { level: 'info', code: 'parallel_edges', message: 'Twice the same', node_id: 'ask', edge_id: 'e2' },
        ...Array.from({ length: 3_000 }, (_, index) => ({
          level: 'warning',
          code: 'unreachable',
          message: `Place ${index}`,
          node_id: 'say',
        })),
      ]
    })
    await page.goto(`${edited.url}/flows/${id}?tab=health`)
    const warnings = page.getByRole('region', { name: /Worth a look 3,000/ })
    await expect(warnings.getByText('Place 9', { exact: true })).toBeVisible()
    await expect(warnings.getByText('Place 10', { exact: true })).toHaveCount(0)
    await warnings.getByRole('button', { name: 'Show 200 more of 2,990' }).press('Enter')
    await expect(warnings.getByText('Place 209', { exact: true })).toBeVisible()
    await expect(warnings.getByRole('button', { name: 'Show 200 more of 2,790' })).toBeVisible()
    await checkAxe(page)

    await warnings.getByRole('link', { name: 'Say' }).first().press('Enter')
    await expect(page.getByRole('complementary').getByRole('heading', { name: 'Say' })).toBeVisible()
    await expect(page.getByText('and 2,990 more under Health')).toBeVisible()
    await page.goBack()
    await page.getByRole('link', { name: 'Ask → Say' }).click()
    await expect(page.getByRole('status').getByText('The edge from “Ask” to “Say”')).toBeVisible()
    await expect(page.getByRole('complementary').getByRole('heading', { name: 'Ask' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear the path' }).click()
    await expect(page).not.toHaveURL(/edge=/)
    await page.goto('about:blank')
    edited.stop()
  },
)
