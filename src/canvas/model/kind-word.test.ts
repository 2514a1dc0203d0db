import { expect, test } from 'vitest'
import { cardWord, kindWord } from './kind-word.ts'

test('a card shows the end of a long class name', () => {
  expect(kindWord('unknown', 'io.kestra.plugin.core.flow.ForEach')).toBe('io.kestra.plugin.core.flow.ForEach')
  expect(cardWord('unknown', 'io.kestra.plugin.core.flow.ForEach')).toBe('flow.ForEach')
  expect(cardWord('unknown', 'n8n-nodes-base.extractFromFile')).toBe('n8n-nodes-base.extractFromFile')
  expect(cardWord('unknown', 'not. a. name. of a class at all')).toBe('not. a. name. of a class at all')
  expect(cardWord('api', 'api')).toBe('API')
})
