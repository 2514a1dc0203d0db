import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderInConsole } from '#test/component/render-in-console.tsx'
import { EmptyCanvas } from './empty-canvas.tsx'

test('a file without nodes shows an empty state', async () => {
  await renderInConsole(<EmptyCanvas serviceFlow={null} />)
  await expect.element(page.getByText('The flow in this file has no steps.')).toBeVisible()
})
