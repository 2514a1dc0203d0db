import { expect, test } from 'vitest'
import { stepTitle } from './step-titles.ts'

const base = 'n8n-nodes-base.'
const ai = '@n8n/n8n-nodes-langchain.'

test.each([
  [`${base}googleDrive`, 'Google Drive'],
  [`${base}googleDriveTool`, 'Google Drive'],
  [`${base}googleDriveTrigger`, 'Google Drive'],
  [`${base}localFileTrigger`, 'Local file trigger'],
  [`${base}mySql`, 'MySQL'],
  [`${base}extractFromFile`, 'Extract from file'],
  [`${base}splitInBatches`, 'Loop over items'],
  [`${ai}lmChatOllama`, 'Ollama chat model'],
  [`${ai}lmChatOpenAi`, 'OpenAI chat model'],
  [`${ai}lmOllama`, 'Ollama model'],
  [`${ai}embeddingsOllama`, 'Ollama embeddings'],
  [`${ai}memoryPostgresChat`, 'Postgres chat memory'],
  [`${ai}memoryBufferWindow`, 'Buffer window memory'],
  [`${ai}memoryManager`, 'Memory manager'],
  [`${ai}vectorStoreQdrant`, 'Qdrant vector store'],
  [`${ai}documentDefaultDataLoader`, 'Default data loader'],
  [`${ai}textSplitterRecursiveCharacterTextSplitter`, 'Recursive character text splitter'],
  [`${ai}outputParserStructured`, 'Structured output parser'],
  [`${ai}toolHttpRequest`, 'HTTP request tool'],
  [`${ai}chainLlm`, 'LLM chain'],
  [`${ai}informationExtractor`, 'Information extractor'],
  ['mqtt in', 'mqtt in'],
  ['knowledge-retrieval', 'Knowledge retrieval'],
  ['io.kestra.plugin.core.log.Log', 'log.Log'],
  ['', 'Unknown'],
])('%s is “%s”', (type, title) => {
  expect(stepTitle(type)).toBe(title)
})
