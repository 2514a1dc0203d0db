import { expect, test } from 'vitest'
import { sampleOptions } from './options.ts'

test('parses sizes and an account, with defaults', () => {
  expect(sampleOptions([])).toEqual({
    flows: 30,
    conversations: 2000,
    runs: 20_000,
    remove: false,
    email: null,
    help: false,
  })
  expect(sampleOptions(['--flows', '100000', '--runs=1000000', '--email', 'a@b.example'])).toMatchObject({
    flows: 100_000,
    runs: 1_000_000,
    email: 'a@b.example',
  })
  expect(sampleOptions(['--remove']).remove).toBe(true)
})

test.each([
  [['--flows', 'many'], '--flows must be a whole number from 0 to 1000000, not "many".'],
  [['--runs', '1.5'], '--runs must be'],
  [['--conversations', '999999999'], '--conversations must be'],
  [['--remove', '--runs', '5'], '--remove cannot be combined with sizes'],
  [['--size', '5'], '--size'],
])('%j is refused', (args, words) => {
  expect(() => sampleOptions(args)).toThrow(words)
})
