import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderInConsole } from '#test/component/render-in-console.tsx'
import { FileText } from './file-text.tsx'

const nodes = Array.from({ length: 400 }, (_, index) => ({ id: `n${index}`, name: `Step ${index}` }))
const content = JSON.stringify({ format: 'flow-template', question: 'Where is the parcel', nodes }, null, 2)

const field = () => page.getByRole('searchbox', { name: 'Search file' })
const current = () => document.querySelector('mark.current')

async function show() {
  const onDownload = vi.fn<() => void>()
  const { address } = await renderInConsole(
    <div style={{ display: 'flex', height: 500 }}>
      <FileText name="Order status" file={new Blob([content])} onDownload={onDownload} />
    </div>,
  )
  await expect.element(page.getByRole('region', { name: 'File of Order status' })).toHaveTextContent('flow-template')
  return { onDownload, address }
}

test('matches are highlighted and the search is in the URL; Enter and the buttons step through them', async () => {
  const { address } = await show()
  await field().fill('where is the parcel')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('1 of 1', { exact: true })).toBeVisible()
  await expect.poll(() => current()?.textContent).toBe('Where is the parcel')
  await expect.poll(address).toBe('/?text=where+is+the+parcel')
  await field().fill('"id"')
  await expect.element(page.getByText('1 of 400', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('2 of 400', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Shift>}{Enter}{Enter}{/Shift}')
  await expect.element(page.getByText('400 of 400', { exact: true })).toBeVisible()
  // The last match is far below, and is scrolled into view.
  await expect.poll(() => current()?.parentElement?.parentElement?.textContent).toContain('n399')
  await page.getByRole('button', { name: 'Next match' }).click()
  await expect.element(page.getByText('1 of 400', { exact: true })).toBeVisible()
  await field().fill('nobody wrote this')
  await expect.element(page.getByText('Not found', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Next match' })).toHaveAttribute('aria-disabled', 'true')
})

test('the Copy button copies the whole file, and Download calls back', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { onDownload } = await show()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect.poll(() => write.mock.calls).toEqual([[content]])
  await page.getByRole('button', { name: 'Download' }).click()
  expect(onDownload).toHaveBeenCalledOnce()
})
