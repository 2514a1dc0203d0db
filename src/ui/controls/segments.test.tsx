import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Segments } from './segments.tsx'

function Choice() {
  const [value, setValue] = useState('table')
  const options = [
    { value: 'table', label: 'Table' },
    { value: 'cards', label: 'Cards' },
  ]
  return <Segments label="Form" value={value} options={options} onValue={setValue} />
}

test('arrow keys choose, as in any radio group', async () => {
  const screen = await render(<Choice />)
  await screen.getByText('Table').click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByRole('radio', { name: 'Cards' })).toBeChecked()
})
