import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { edge, node } from '#test/support/flow-draft.ts'
import { openTestFlow } from '#test/component/open-test-flow.ts'
import { renderInConsole } from '#test/component/render-in-console.tsx'
import { PictureDialog } from './picture-dialog.tsx'

const draft = {
  name: 'Parts',
  nodes: ['Alone', 'Before', 'Middle', 'After'].map((name) => node(name, 'api', name)),
  edges: [edge('Before', 'Middle'), edge('Middle', 'After')],
}

/** "296 × 120 pixels" as one number. */
function pixels(): number {
  const words = page.getByText(/pixels$/).elements()[0]?.textContent ?? ''
  const [width = '', height = ''] = words.split('×').map((one) => one.replaceAll(/\D/g, ''))
  return Number(width) * Number(height)
}

test('the picture is smaller for a part of the flow, and for a smaller scale', async () => {
  const part = { is: 'around' as const, id: 'After' }
  await renderInConsole(
    <PictureDialog name="Parts" data={await openTestFlow(draft)} placement="right" part={part} onClose={() => {}} />,
  )
  await expect.poll(pixels).toBeGreaterThan(0)
  const whole = pixels()
  await page.getByLabelText('Shows').selectOptions('The open step and its neighbours')
  await expect.poll(pixels).toBeLessThan(whole * 0.9)
  const around = pixels()
  await page.getByLabelText('Size').selectOptions('50%')
  await expect.poll(pixels).toBeLessThan(around * 0.3)
  await page.getByText('SVG').click()
  await expect.element(page.getByText(/^Stays sharp at any size/)).toBeVisible()
})
