import { expect, test } from 'vitest'
import { makeNode } from '#flow/draft.ts'
import { foreignTypeWord, stepWord } from './step-words.ts'
import { visualKindOf } from './visual-kind.ts'

test('a step of our own types has the word of its kind, another the type in its product', () => {
  const word = (type: string, config = {}) => {
    const node = makeNode({ id: 'a', type, name: 'a', config })
    return stepWord(type, visualKindOf(node, null))
  }
  expect(word('api')).toBe('HTTP')
  expect(word('message', { channel: 'support' })).toBe('Chat app')
  expect(word('trigger', { kind: 'schedule' })).toBe('Schedule trigger')
  expect(word('n8n-nodes-base.postgres')).toBe('Postgres')
  expect(word('')).toBe('Unknown')
})

test.each([
  ['io.kestra.plugin.core.flow.ForEach', 'flow.ForEach'],
  ['n8n-nodes-base.extractFromFile', 'Extract from file'],
  ['@n8n/n8n-nodes-langchain.lmChatOpenAi', 'Lm chat OpenAI'],
  ['n8n-nodes-base.postgres', 'Postgres'],
  ['chatOpenAI', 'Chat OpenAI'],
  ['openAIEmbeddings', 'OpenAI embeddings'],
  ['google_sheets_v2', 'Google sheets v2'],
  ['LOOP_ON_ITEMS', 'LOOP ON ITEMS'],
  ['CLIPTextEncode', 'CLIP text encode'],
  ['KSampler', 'K sampler'],
  ['hubspot.get-company', 'hubspot.get-company'],
  ['Griptape Display: Text', 'Griptape Display: Text'],
  ['not. a. name. of a class at all', 'not. a. name. of a class at all'],
  ['ノード', 'ノード'],
])('the type %s is shown as %s', (type, word) => {
  expect(foreignTypeWord(type)).toBe(word)
})
