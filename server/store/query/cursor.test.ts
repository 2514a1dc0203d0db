import { expect, test } from 'vitest'
import { readCursor, writeCursor } from './cursor.ts'

const read = (value: string) => {
  const text = writeCursor('flow', { before: false, values: [value, 'flw_1'] })
  return readCursor('flow', ['timestamptz'], text)
}

test('a cursor is read with the values that were written', () => {
  expect(read('2026-11-01 08:00:00.123+00')?.values).toEqual(['2026-11-01 08:00:00.123+00', 'flw_1'])
})

test.each(['2026-02-30 00:00:00+00', '2026-11-01 25:00:00+00', '0000-01-01 00:00:00+00'])(
  'a cursor with a time that the database would reject is invalid: %s',
  (value) => {
    expect(read(value)).toBeNull()
  },
)

test('a cursor of another list and an edited cursor are rejected', () => {
  const text = writeCursor('flow', { before: false, values: ['2026-11-01 08:00:00+00', 'flw_1'] })
  expect(readCursor('tool', ['timestamptz'], text)).toBeNull()
  expect(readCursor('flow', ['timestamptz'], `x${text}`)).toBeNull()
})
