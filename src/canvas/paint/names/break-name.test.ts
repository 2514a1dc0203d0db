import { expect, test } from 'vitest'
import { breakName } from './break-name.ts'

const pen = { measure: (text: string) => text.length * 10 }
const font = { size: 11, weight: 500, family: 'sans' } as const
const linesOf = (name: string) => breakName(name, font, pen).map(({ lines }) => lines)

test('a name is broken into as few and as narrow lines as its words allow', () => {
  expect(linesOf('Insert into Supabase Vectorstore')).toEqual([
    ['Insert into Supabase Vectorstore'],
    ['Insert into', 'Supabase Vectorstore'],
    ['Insert into', 'Supabase', 'Vectorstore'],
    ['Insert', 'into', 'Supabase', 'Vectorstore'],
  ])
  expect(breakName('Insert into', font, pen)[1]).toEqual({ lines: ['Insert', 'into'], widths: [60, 40], width: 60 })
})

test('identifiers break after their separators, Chinese and Japanese between characters', () => {
  expect(linesOf('fetch_all_orders')[1]).toEqual(['fetch_', 'all_orders'])
  expect(linesOf('3-sequential-2-1').slice(1)).toEqual([['3-sequential-', '2-1']])
  expect(linesOf('sonos-universal')[1]).toEqual(['sonos-', 'universal'])
  expect(linesOf('RecursiveCharacterTextSplitter')[2]).toEqual(['Recursive', 'Character', 'TextSplitter'])
  expect(linesOf('OpenAI Chat')[1]).toEqual(['OpenAI', 'Chat'])
  expect(linesOf('注文を読む')[1]).toEqual(['注文', 'を読む'])
})

test('a name without a place to break has one line; one of hundreds of characters, or none, has no lines', () => {
  expect(linesOf('Webhook')).toEqual([['Webhook']])
  expect(linesOf('x'.repeat(500))).toEqual([])
  expect(linesOf('')).toEqual([])
  expect(linesOf('a '.repeat(50))).toHaveLength(4)
})
