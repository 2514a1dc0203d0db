/** Unusual names, types, branches, notes and groups. */
import { oddFlow } from '#e2e/support/odd-flow.ts'
import { canvasOf, importFlow } from '#e2e/support/flow-steps.ts'
import { checkAxe, expect, expectNoHorizontalOverflow, test, wholeRun } from '#e2e/support/service.ts'

test(
  'draws odd names and types, forty branches and nested groups, without running scripts or overflowing',
  wholeRun,
  async ({ page, service }) => {
    // Many elements, three widths, two themes: the accessibility check is slow.
    test.slow()
    await service.signIn(page)
    const id = await importFlow(service, page, oddFlow)
    const alerts: string[] = []
    page.on('dialog', (dialog) => {
      alerts.push(dialog.message())
      void dialog.dismiss()
    })
    for (const [width, height] of [
      [1440, 900],
      [768, 1024],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(`${service.url}/flows/${id}`)
      await expect(canvasOf(page)).toBeVisible()
      await checkAxe(page)
      await expectNoHorizontalOverflow(page)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    const canvas = canvasOf(page)
    for (const [at, name] of [
      ['proto', '__proto__'],
      ['img', '<img src=x onerror=alert(1)>'],
      ['deep', 'Three deep'],
      ['outs', 'Forty handles'],
    ] as const) {
      await page.goto(`${service.url}/flows/${id}?node=${at}`)
      await expect(canvas.getByRole('group', { name: `${name}, ` })).toBeVisible()
    }
    await page.goto(`${service.url}/flows/${id}?node=many`)
    await expect(canvas.getByText('case 39', { exact: true })).toBeAttached()
    // Only eight of forty edges between two ports are drawn: a finding reports the number.
    await page.goto(`${service.url}/flows/${id}?tab=health`)
    await expect(page.getByText('Too many parallel edges')).toBeVisible()
    await page.goto(`${service.url}/flows/${id}?node=proto`)
    await expect(page.getByRole('complementary').getByRole('heading', { name: '__proto__' })).toBeVisible()
    expect(alerts).toEqual([])
  },
)
