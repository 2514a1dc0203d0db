import { expect, test } from 'vitest'
import { canaries } from '#test/canaries.ts'
import { replaceShapes } from './token-shapes.ts'

test.each(canaries(1).map(({ shape, text, secret }) => [shape, text, secret]))('%s in a text', (_, text, secret) => {
  const clean = replaceShapes(text, () => '…')
  expect(clean).not.toContain(secret)
  expect(clean).toContain('…')
})
