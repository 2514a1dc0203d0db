import { expect, test } from 'vitest'
import type { JsonRecord } from '#lib/json/json.ts'
import { noteTintOf } from './note-tint.ts'

test('a note has the tint that is nearest to the colour of its author', () => {
  expect(noteTintOf({ original: { parameters: { color: 4 } } })).toBe('green')
  expect(noteTintOf({ original: { parameters: { color: '#2A6BCC' } } })).toBe('blue')
  expect(noteTintOf({ colour: '#A88' })).toBe('rose')
  expect(noteTintOf({ colour: '#fee440' })).toBe('sand')
  expect(noteTintOf({ colour: '#e3f3d3' })).toBe('green')
  expect(noteTintOf({ colour: 'violet' })).toBe('rose')
  expect(noteTintOf({ colour: '5' })).toBe('blue')
})

test('without a colour, or with a grey or an unknown one, it has none', () => {
  const configs: JsonRecord[] = [
    {},
    { colour: '#ffffff' },
    { colour: 'transparent' },
    { colour: {} },
    { original: null },
  ]
  for (const config of configs) expect(noteTintOf(config)).toBeNull()
  expect(noteTintOf({ original: { parameters: { color: 99 } } })).toBeNull()
})
