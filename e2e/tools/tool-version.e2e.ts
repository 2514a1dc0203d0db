/** Earlier versions of a tool: comparison line by line, and restoring. */
import { z } from 'zod'
import { checkAxe, expect, test, wholeRun } from '#e2e/support/service.ts'

const Created = z.looseObject({ id: z.string() })

test('compares and restores a version, and reports a conflict', wholeRun, async ({ page, service, pageErrors }) => {
  pageErrors.allow(/status of 409/)
  await service.signIn(page)
  const source = (last: string) => [...Array.from({ length: 9 }, (_, at) => `const n${at} = ${at}`), last].join('\n')
  const config = (last: string) => ({ language: 'javascript', source: source(last) })
  const body = { name: 'Order totals', key: 'order_totals', category: 'code', config: config('return n1') }
  const { id } = Created.parse(await service.call(page, 'POST', '/tool/', body))
  const change = (to: object) => service.call(page, 'PATCH', `/tool/${id}/`, to)
  await change({ config: config('return n2') })
  await change({ name: 'Totals of orders', description: 'Adds up.' })

  await page.goto(`${service.url}/tools?tool=${id}`)
  const list = page.getByRole('region', { name: 'Versions' })
  await expect(list.getByRole('listitem')).toHaveText([
    /^Version 3\s*current.*by Olga Owner\s*Name · Description$/,
    /^Version 2.*Source$/,
    /^Version 1.*Created$/,
  ])
  await list.getByRole('link', { name: 'Version 1' }).click()
  const panel = page.getByRole('complementary', { name: 'Version 1 of Totals of orders' })
  const changed = panel.getByRole('group', { name: 'Source' })
  await expect(changed).toContainText('6 lines unchanged')
  await expect(changed).toContainText('Before: return n1')
  await expect(changed).toContainText('After: return n2')
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await checkAxe(page)
  }

  await page.goto(`${service.url}/tools?tool=${id}&version=2`)
  const second = page.getByRole('complementary', { name: 'Version 2 of Totals of orders' })
  await expect(second.getByRole('group', { name: 'Description' })).toContainText('After: Adds up.')
  await second.getByText('With previous version').click()
  await expect(page).toHaveURL(/beside=before/)
  await expect(second.getByRole('group', { name: 'Source' })).toContainText('After: return n2')
  await expect(second.getByRole('group', { name: 'Description' })).toHaveCount(0)

  await second.getByRole('button', { name: 'Restore this version' }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore version 2 of “Totals of orders”?' })
  await expect(dialog).toContainText('Restores Name, Description from version 2')
  await expect(dialog).toContainText('No flows use this tool.')
  await checkAxe(page)
  await change({ enabled: false })
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(dialog.getByRole('alert')).toContainText('because someone changed it')
  await expect(dialog).toContainText('Restores Name, Description, Enabled from version 2')
  await dialog.getByRole('button', { name: 'Restore' }).click()
  const tool = page.getByRole('complementary', { name: 'Order totals' })
  await expect(tool.getByRole('region', { name: 'Versions' }).getByRole('listitem').first()).toHaveText(
    /^Version 5\s*current.*Name · Description · Enabled$/,
  )
})
