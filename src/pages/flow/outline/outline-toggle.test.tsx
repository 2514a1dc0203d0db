import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { singleKeys } from '#ui/browser/shortcut.ts'
import { OutlineToggle } from './outline-toggle.tsx'

async function show(found: number | null = null, isOpen = false) {
  const onFind = vi.fn<() => void>()
  const onOpen = vi.fn<() => void>()
  await render(<OutlineToggle isOpen={isOpen} matchCount={found} ref={null} onOpen={onOpen} onFind={onFind} />)
  return { onFind, onOpen }
}

test('f and / focus the search field', async () => {
  const { onFind, onOpen } = await show()
  await userEvent.keyboard('f/')
  expect(onFind).toHaveBeenCalledTimes(2)
  expect(onOpen).not.toHaveBeenCalled()
})

test('single-key shortcuts can be turned off', async () => {
  singleKeys.set('off')
  const { onFind } = await show()
  await userEvent.keyboard('f/')
  singleKeys.set('on')
  expect(onFind).not.toHaveBeenCalled()
})

test('the button shows the number of matches while the outline is closed', async () => {
  await show(1_200)
  await expect.element(page.getByRole('button', { name: 'Outline 1,200 found' })).toBeVisible()
})

test('while the outline is open only the search has a button', async () => {
  const { onFind } = await show(null, true)
  expect(page.getByRole('button', { name: 'Outline' }).elements()).toHaveLength(0)
  await page.getByRole('button', { name: 'Find' }).click()
  expect(onFind).toHaveBeenCalledOnce()
})
