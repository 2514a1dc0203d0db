/** Creating a channel that a flow requires, from the flow. */
import { z } from 'zod'
import { expect, test, wholeRun } from '#e2e/support/service.ts'

test(
  'creates the missing channel of a flow, and binds it so that it starts the flow',
  wholeRun,
  async ({ page, service }) => {
    await service.signIn(page)
    const start = { id: 'start', type: 'trigger', name: 'Start', config: { kind: 'message', channel: 'desk chat' } }
    const template = {
      format: 'flow-template',
      format_version: '1.0',
      flow: { name: 'Answers', nodes: [start], edges: [] },
    }
    const flow = z
      .looseObject({ id: z.string() })
      .parse(await service.call(page, 'POST', '/flow/import/', { template }))
    await page.goto(`${service.url}/flows/${flow.id}?tab=health`)
    await page.getByRole('link', { name: 'New channel for desk chat' }).click()
    await page.getByRole('link', { name: /^Web chat/ }).click()
    const form = page.getByRole('form', { name: 'New channel: Web chat' })
    await expect(form.getByRole('button', { name: 'Flow: Answers' })).toBeVisible()
    await form.getByRole('textbox', { name: 'Name' }).fill('Chat of the desk')
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: 'Chat of the desk' }).getByRole('link', { name: 'Answers' }).click()
    await page.goto(`${service.url}/flows/${flow.id}?tab=health`)
    await expect(page.getByRole('link', { name: 'Chat of the desk' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Tools, channels and secrets: 1 found' })).toBeVisible()
  },
)
