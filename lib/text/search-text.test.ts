import { expect, test } from 'vitest'
import { searchable, searchTerms } from './search-text.ts'

/** Whether a query matches a text, by the same rules as in the database. */
function finds(text: string, question: string): boolean {
  const kept = searchable(text).split(' ')
  const terms = searchTerms(question)
  return (
    terms.length > 0 &&
    terms.every((term) => kept.some((one) => (term.isBeginning ? one.startsWith(term.text) : one === term.text)))
  )
}

test('words are found by prefix, ignoring case and accents', () => {
  expect(searchable('Überweisung, 20 €: Überweisung!')).toBe('uberweisung 20')
  const found: [string, string][] = [
    ['Where is my order?', 'ord WHERE'],
    ['Straße nach Łódź, Ærø', 'strasse lodz aero'],
    ['Strasse', 'straße'],
    ['İstanbul ve Diyarbakır', 'istanbul diyarbakir'],
    ['Crème brûlée', 'creme brulee'],
    ['Ο Οδυσσέας στην ΟΔΟΣ', 'οδυσσεας οδος'],
    ['Ещё один заказ', 'еще'],
    ['שָׁלוֹם עולם', 'שלום'],
    ['مُحَمَّد وأحمد', 'محمد'],
    ['الـــسلام', 'السلام'],
    ['Ｆｕｌｌ ｗｉｄｔｈ １２', 'full 12'],
    ['नमस्ते दुनिया', 'दुनि'],
    ['안녕하세요 고객님', '안녕'],
    ['Co\u00ADoperation \u202Eabc\u202C', 'cooperation abc'],
  ]
  for (const [text, question] of found) expect(finds(text, question), `${question} in ${text}`).toBe(true)
  expect(finds('Where is my order?', 'rder')).toBe(false)
  // In Devanagari, a different vowel sign makes a different word.
  expect(finds('दिन', 'दान')).toBe(false)
})

test('text without spaces between words is found by any part', () => {
  expect(searchable('請求書')).toBe('請求 求書 書')
  const found: [string, string][] = [
    ['先月の請求書がまだ届いていません。', '請求書'],
    ['先月の請求書がまだ届いていません。', '書'],
    ['先月の請求書がまだ届いていません。', 'ません'],
    ['パスワードを忘れました', 'ワード'],
    ['我想退款,订单号是2026年', '退款 2026'],
    ['สวัสดีครับ ผมต้องการคืนเงิน', 'คืนเงิน'],
    ['𠮷野家で', '𠮷野'],
  ]
  for (const [text, question] of found) expect(finds(text, question), `${question} in ${text}`).toBe(true)
  expect(finds('先月の請求書', '領収書')).toBe(false)
  expect(finds('か', 'が')).toBe(false)
})

test('a query without words has no terms, and a long query is truncated', () => {
  for (const question of ['', ' ', "'!\\&|:*()", '😀', '\u0301\u0301', '%_']) expect(searchTerms(question)).toEqual([])
  expect(searchTerms('a '.repeat(500))).toHaveLength(10)
  expect(searchTerms('漢'.repeat(1000)).length).toBeLessThanOrEqual(30)
  const [long] = searchTerms('x'.repeat(10_000))
  expect(long?.text).toHaveLength(100)
  expect(finds('x'.repeat(10_000), 'x'.repeat(10_000))).toBe(true)
  // Never splits a surrogate pair.
  expect(searchable(`${'x'.repeat(99)}𐐯`)).toBe('x'.repeat(99))
})

test('text with very many marks is normalized in linear time', () => {
  const before = process.cpuUsage()
  searchable(`e${'\u0301\u0323'.repeat(250_000)} ${'\u0301'.repeat(500_000)} ท${'่'.repeat(500_000)}`)
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(20_000)
})

test('the size of the stored terms is limited', () => {
  const kept = searchable(Array.from({ length: 10_000 }, (_, index) => `word${index}`).join(' '), 3000)
  expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(3000)
  expect(kept.startsWith('word0 word1 ')).toBe(true)
})
