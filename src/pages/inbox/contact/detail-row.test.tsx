/** A value with inline editing. */
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderSignedIn } from '#test/component/render-signed-in.tsx'
import { EditableDetail, type DetailEditStart } from './detail-row.tsx'
import { AddCustomField, type SaveCustomField } from './custom-fields.tsx'

type Save = (typed: string, start: DetailEditStart) => Promise<string | null>

const draw = (text: string, onSave: Save) =>
  renderSignedIn(
    <dl>
      <EditableDetail name="Company" text={text} version={3} onSave={onSave} />
    </dl>,
  )

test('Enter saves with the version from when editing began, and returns the focus to the value', async () => {
  const save = vi.fn<Save>(() => Promise.resolve(null))
  const screen = await draw('Lovelace Ltd', save)
  await screen.getByRole('button', { name: 'Change company: Lovelace Ltd' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Company' })).toHaveFocus()
  await userEvent.keyboard('Analytical Engines{Enter}')
  await expect.element(screen.getByRole('button', { name: /^Change company/ })).toHaveFocus()
  expect(save.mock.calls).toEqual([['Analytical Engines', { text: 'Lovelace Ltd', version: 3 }]])
})

test('Escape cancels, and an unchanged value is not sent', async () => {
  const save = vi.fn<Save>(() => Promise.resolve(null))
  const screen = await draw('Lovelace Ltd', save)
  const change = screen.getByRole('button', { name: 'Change company: Lovelace Ltd' })
  await change.click()
  await userEvent.keyboard('Given up{Escape}')
  await expect.element(change).toHaveFocus()
  await change.click()
  await expect.element(screen.getByRole('textbox', { name: 'Company' })).toHaveValue('Lovelace Ltd')
  await userEvent.keyboard('{Enter}')
  await expect.element(change).toBeVisible()
  expect(save).not.toHaveBeenCalled()
})

test('an error is shown below the editor, which stays open with the typed text', async () => {
  const screen = await draw('', () => Promise.resolve('This is no email address.'))
  await screen.getByRole('button', { name: 'Change company: Add' }).click()
  await userEvent.keyboard('nobody{Enter}')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('This is no email address.')
  await expect.element(screen.getByRole('textbox', { name: 'Company' })).toHaveValue('nobody')
  await expect.element(screen.getByRole('textbox', { name: 'Company' })).toHaveAttribute('aria-invalid', 'true')
})

test('a custom field needs an unused name and a value', async () => {
  const save = vi.fn<SaveCustomField>(() => Promise.resolve(null))
  const screen = await renderSignedIn(<AddCustomField existingFields={{ tier: 'gold' }} version={3} onSave={save} />)
  await screen.getByRole('button', { name: 'Add field' }).click()
  const name = screen.getByRole('textbox', { name: 'Name' })
  await expect.element(name).toHaveFocus()
  await userEvent.keyboard('tier{Enter}')
  await expect.element(screen.getByText(/^A field with this name already exists\./)).toBeVisible()
  await expect.element(screen.getByText('Enter a value.')).toBeVisible()
  await name.fill('region')
  await screen.getByRole('textbox', { name: 'Value' }).fill('north')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('button', { name: 'Add field' })).toBeVisible()
  const start = { text: '', version: 3 }
  expect(save.mock.calls).toEqual([[{ key: 'region', mine: 'north', value: 'north', start }]])
})
