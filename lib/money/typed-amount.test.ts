import { expect, test } from 'vitest'
import { amountPreview, readAmount, typedAmount } from './typed-amount.ts'

test.each([
  ['1500', '1500'],
  ['1,500', '1500'],
  ['1,500.00', '1500.00'],
  ['1,500,000', '1500000'],
  ['1 500', '1500'],
  ['1\u{202f}500,50', '1500.50'],
  ['1.500,50', '1500.50'],
  ['1.500.000', '1500000'],
  ['1.5', '1.5'],
  [' 12,5 ', '12.5'],
  ['1500,50', '1500.50'],
  ['0,000001', '0.000001'],
  ['0.005', '0.005'],
])('%s is read as %s', (typed, amount) => expect(readAmount(typed)).toEqual({ amount }))

test('an ambiguous amount is rejected', () => {
  expect(readAmount('2.000')).toEqual({ problem: '“2.000” is ambiguous. Enter 2000 or 2.00.' })
  expect(readAmount('2.005')).toHaveProperty('problem', expect.stringContaining('Enter 2005 or 2.0050'))
  expect(readAmount('1 500,500')).toHaveProperty('problem', expect.stringContaining('Enter 1500500 or 1500.50'))
  for (const odd of ['', '-1', '1e3', '1.2.3', '1,50,000', '15,00,0', '1500,500', '1,500,50', '0.0000001', 'ten'])
    expect(readAmount(odd)).toEqual({ problem: expect.stringContaining('1500 or 1500.50') })
})

test('parsing the editable text of an amount gives the same amount', () => {
  const amounts = ['250.000000', '0.000001', '0.500000', '1.234500', '1.234000', '2000.125000', '12.005000']
  for (const amount of amounts) expect(readAmount(typedAmount(amount))).toEqual({ amount: typedAmount(amount) })
  expect(amounts.map((amount) => Number(typedAmount(amount)))).toEqual(amounts.map(Number))
  expect(typedAmount('1.234000')).toBe('1.2340')
})

test('the preview shows the amount that will be saved', () => {
  expect(amountPreview('1,500', 'EUR')).toBe('€1,500.00')
  expect(amountPreview('1.5.', 'EUR')).toBeNull()
})
