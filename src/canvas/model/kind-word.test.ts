import { expect, test } from 'vitest'
import { cardWord, kindWord } from './kind-word.ts'

test('our own types have their word', () => {
  expect(cardWord('api', 'api')).toBe('API')
  expect(cardWord('unknown', '')).toBe('Unknown')
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
])('%s is shown on a card as %s', (type, word) => {
  expect(cardWord('unknown', type)).toBe(word)
  expect(kindWord('unknown', type)).toBe(type)
})
