/** Filter menus: keyboard navigation, and several choices while the menu stays open. */
import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderSignedIn } from '#test/component/render-signed-in.tsx'
import { ChannelsFilter } from './channels-filter.tsx'
import { readChannelsView, writeChannelsView } from '#pages/channels/channels-view.ts'

function Filter() {
  const [view, setView] = useState(readChannelsView(new URLSearchParams('page=3')))
  return (
    <>
      <h1>Channels</h1>
      <ChannelsFilter view={view} onView={setView} />
      <output aria-label="Query">{writeChannelsView(view).toString()}</output>
    </>
  )
}

test('a menu opened by keyboard focuses its first item, wraps around and returns the focus', async () => {
  const screen = await renderSignedIn(<Filter />)
  const button = screen.getByRole('button', { name: 'Status any' })
  const item = (name: string) => screen.getByRole('menuitemcheckbox', { name, exact: true })
  const menu = screen.getByRole('menu')
  button.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(item('Connected')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(item('Disconnected')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('Connected')).toHaveFocus()
  await userEvent.keyboard('p')
  await expect.element(item('Paused')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(item('Disconnected')).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(menu).not.toBeInTheDocument()
})

test('a choice leads to the first page and keeps the menu open, which a click elsewhere closes', async () => {
  const screen = await renderSignedIn(<Filter />)
  const menu = screen.getByRole('menu')
  await screen.getByRole('button', { name: 'Status any' }).click()
  await screen.getByRole('menuitemcheckbox', { name: 'Down' }).click()
  await screen.getByRole('menuitemcheckbox', { name: 'Paused' }).click()
  await expect.element(screen.getByLabelText('Query')).toHaveTextContent('status=paused%2Cerror')
  await expect.element(screen.getByLabelText('Query')).not.toHaveTextContent('page')
  await expect.poll(() => screen.getByRole('menuitemcheckbox', { checked: true }).elements()).toHaveLength(2)
  await screen.getByRole('heading', { name: 'Channels' }).click()
  await expect.element(menu).not.toBeInTheDocument()
  const chip = screen.getByRole('button', { name: /^Status/ })
  await chip.click()
  await expect.element(menu).toBeVisible()
  await chip.click()
  await expect.element(menu).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(screen.getByLabelText('Query')).toHaveTextContent('')
})
