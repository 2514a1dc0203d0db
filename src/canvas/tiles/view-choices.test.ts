import { beforeEach, expect, test, vi } from 'vitest'
import { storedViewChoices, storeViewChoice } from './view-choices.ts'

const items = new Map<string, string>()
const storage = {
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => void items.set(key, value),
}

beforeEach(() => {
  items.clear()
  vi.stubGlobal('localStorage', storage)
  return () => vi.unstubAllGlobals()
})

test('a choice is stored by flow and placement', () => {
  storeViewChoice('7', 'given', 'start')
  storeViewChoice('7', 'down', 'whole')
  storeViewChoice('other 7', 'given', 'whole')
  expect(storedViewChoices('7')).toEqual({ given: 'start', down: 'whole' })
  expect(storedViewChoices('other 7')).toEqual({ given: 'whole' })
  expect(storedViewChoices('8')).toEqual({})
})

test('of more than 200 flows the ones chosen last are stored, whatever their ids', () => {
  for (let id = 300; id > 0; id -= 1) storeViewChoice(String(id), 'given', 'start')
  expect(storedViewChoices('201')).toEqual({})
  expect(storedViewChoices('200')).toEqual({ given: 'start' })
  storeViewChoice('200', 'given', 'whole')
  storeViewChoice('new', 'given', 'start')
  expect(storedViewChoices('200')).toEqual({ given: 'whole' })
  expect(storedViewChoices('199')).toEqual({})
})

test('entries that cannot be read are ignored, and storage may be missing', () => {
  items.set('flow-console.canvas-views', '[["a", {"given": "left"}], 7, ["b", {"given": "whole"}]]')
  expect(storedViewChoices('a')).toEqual({})
  expect(storedViewChoices('b')).toEqual({ given: 'whole' })
  items.set('flow-console.canvas-views', '{')
  expect(storedViewChoices('b')).toEqual({})
  vi.stubGlobal('localStorage', undefined)
  storeViewChoice('b', 'given', 'start')
  expect(storedViewChoices('b')).toEqual({})
})
