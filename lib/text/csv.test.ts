import { expect, test } from 'vitest'
import { csvText } from './csv.ts'

test('cells with commas, quotes or line breaks are quoted', () => {
  expect(csvText([['a', 'b,c', 'd"e', 'f\ng']])).toBe('a,"b,c","d""e","f\ng"\r\n')
})

test('formulas are written as text', () => {
  expect(csvText([['=1+1', '+1', '-1+1', '-1.50', '@x', '\tx', 'a=1', '＝1']])).toBe(
    "'=1+1,'+1,'-1+1,-1.50,'@x,'\tx,a=1,'＝1\r\n",
  )
})
