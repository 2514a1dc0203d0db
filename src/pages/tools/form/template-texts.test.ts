import { expect, test } from 'vitest'
import { positionInJson, templatesOfJson, templatesOfPairs } from './template-texts.ts'

test('each template of a body is one line, from which its position in the body is found', () => {
  const body = '{\n  "a": "no template",\n  "b": ["{{ input.x\\n }}", {"c": "{% if %}"}]\n}'
  const { text, paths } = templatesOfJson(body)
  expect(text).toBe('{{ input.x  }}\n{% if %}')
  expect(paths).toEqual([
    ['b', '0'],
    ['b', '1', 'c'],
  ])
  expect(positionInJson(body, paths[1] ?? []).line).toBe(3)
  expect(templatesOfJson('{{ not json')).toEqual({ text: '', paths: [] })
})

test('templates in typed header values are collected, stored secrets are not', () => {
  const pairs = [
    { id: 1, name: 'Accept', value: 'text/plain' },
    { id: 2, name: 'X-Order', value: '{{ input.order' },
    { id: 3, name: 'X-Key', value: { set: true } },
  ]
  expect(templatesOfPairs(pairs)).toEqual({ text: '{{ input.order', paths: [['X-Order']] })
})
