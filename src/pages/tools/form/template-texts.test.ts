import { expect, test } from 'vitest'
import { placeInJson, templatesOfJson, templatesOfPairs } from './template-texts.ts'

test('templates of a body are one line each, and lead back to their place', () => {
  const body = '{\n  "a": "no template",\n  "b": ["{{ input.x\\n }}", {"c": "{% if %}"}]\n}'
  const { text, paths } = templatesOfJson(body)
  expect(text).toBe('{{ input.x  }}\n{% if %}')
  expect(paths).toEqual([
    ['b', '0'],
    ['b', '1', 'c'],
  ])
  expect(placeInJson(body, paths[1] ?? []).line).toBe(3)
  expect(templatesOfJson('{{ not json')).toEqual({ text: '', paths: [] })
})

test('typed header values are checked, and a stored secret is not', () => {
  const pairs = [
    { id: 1, name: 'Accept', value: 'text/plain' },
    { id: 2, name: 'X-Order', value: '{{ input.order' },
    { id: 3, name: 'X-Key', value: { set: true } },
  ]
  expect(templatesOfPairs(pairs)).toEqual({ text: '{{ input.order', paths: [['X-Order']] })
})
