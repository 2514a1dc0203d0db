import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SearchField } from './search-field.tsx'

/** Longer than the debounce of a search, shorter than the delay of the URL. */
const betweenKeys = 300
const addressMs = 700

const pause = (ms: number) => new Promise((done) => void setTimeout(done, ms))

/** The URL follows the search with a delay, as on a slow machine. */
function Slow({ onSearch }: { onSearch: (text: string) => void }) {
  const [value, setValue] = useState('')
  const search = (text: string) => {
    onSearch(text)
    setTimeout(() => setValue(text), addressMs)
  }
  return <SearchField label="Search flows" value={value} onSearch={search} />
}

const field = () => page.getByRole('searchbox', { name: 'Search flows' })

test('text typed while a search is sent stays', async () => {
  const onSearch = vi.fn<(text: string) => void>()
  await render(<Slow onSearch={onSearch} />)
  await field().click()
  let typed = ''
  for (const letter of 'search') {
    await userEvent.keyboard(letter)
    typed += letter
    await pause(betweenKeys)
    await expect.element(field()).toHaveValue(typed)
  }
  await expect.poll(() => onSearch.mock.calls.at(-1)?.[0]).toBe('search')
  await pause(addressMs)
  await expect.element(field()).toHaveValue('search')
})

test('back before the sent text is in the URL restores the previous text', async () => {
  const onSearch = vi.fn<(text: string) => void>()
  await render(<SearchField label="Search flows" value="" onSearch={onSearch} />)
  await field().click()
  await userEvent.keyboard('other')
  await expect.poll(() => onSearch.mock.calls).toEqual([['other']])
  window.dispatchEvent(new PopStateEvent('popstate'))
  await expect.element(field()).toHaveValue('')
})

test('/ focuses it, Enter searches immediately, Escape clears and then leaves', async () => {
  const onSearch = vi.fn<(text: string) => void>()
  await render(<SearchField label="Search flows" value="" onSearch={onSearch} />)
  await userEvent.keyboard('/')
  await expect.element(field()).toHaveFocus()
  await userEvent.keyboard('night{Enter}')
  expect(onSearch.mock.calls).toEqual([['night']])
  await userEvent.keyboard('{Escape}')
  await expect.element(field()).toHaveValue('')
  expect(onSearch.mock.calls).toEqual([['night'], ['']])
  await userEvent.keyboard('{Escape}')
  await expect.element(field()).not.toHaveFocus()
})
