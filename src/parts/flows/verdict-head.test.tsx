import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Finding } from '#contract/flow.ts'
import { verdictOf } from '#flow/health/verdict.ts'
import { renderInConsole } from '#test/component/render-in-console.tsx'
import { VerdictHead } from './verdict-head.tsx'

const found = (code: string, length: number): Finding[] =>
  Array.from({ length }, (_, index) => ({ level: 'error', code, message: '', node_id: `${code} ${index}` }))

async function show(steps: number) {
  await renderInConsole(
    <VerdictHead
      verdict={verdictOf([...found('unknown_type', 13), ...found('missing_model', 1)], { steps, product: 'n8n' })}
    />,
    '/',
  )
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await expect.element(verdict).toBeVisible()
  return verdict.element()
}

const words = (element: Element) => [...element.querySelectorAll('h2, p, li')].map((one) => one.textContent)
const stopsIn = (element: Element) =>
  [...element.querySelectorAll('.stops > span')].map((stop) =>
    [...stop.children].map((part) => part.className.replace('stop-', '')).join('+'),
  )

test('the sentence, one stop per step, and once what the others need', async () => {
  const verdict = await show(24)
  expect(words(verdict)).toEqual([
    '10 of 24 steps can run here.',
    '10 can run here',
    '1 needs a model',
    '13 run only in n8n',
  ])
  expect(stopsIn(verdict)).toEqual([
    ...Array.from({ length: 10 }, () => 'runs'),
    'needs',
    ...Array.from({ length: 13 }, () => 'nothing'),
  ])
})

test('above 40 steps, ten of them are one bar', async () => {
  const bars = stopsIn(await show(45))
  expect(bars).toEqual(['runs', 'runs', 'runs', 'runs+needs+nothing', 'nothing'])
})
