/** The name of a step's type in its product, in words: "Google Drive", "Qdrant vector store". Pure. */
import { foreignTypeWord } from '#flow/visual-kind/step-words.ts'

const basePackage = /^n8n-nodes-[\w-]+\./
const aiPackage = /^@n8n\/n8n-nodes-langchain\./

/** Names of products whose spelling does not follow from the type. */
const spellings: ReadonlyMap<string, string> = new Map([
  ['mySql', 'MySQL'],
  ['mongoDb', 'MongoDB'],
  ['MongoDbAtlas', 'MongoDB Atlas'],
  ['PGVector', 'PGVector'],
  ['readWriteFile', 'Files on disk'],
  ['github', 'GitHub'],
  ['gitlab', 'GitLab'],
  ['hubspot', 'HubSpot'],
  ['whatsApp', 'WhatsApp'],
  ['youTube', 'YouTube'],
  ['linkedIn', 'LinkedIn'],
  ['clickUp', 'ClickUp'],
  ['googleGemini', 'Google Gemini'],
  ['googleBigQuery', 'Google BigQuery'],
  ['noOp', 'No operation'],
  ['splitInBatches', 'Loop over items'],
  ['rssFeedRead', 'RSS feed'],
  ['emailReadImap', 'Email (IMAP)'],
  ['emailSend', 'Send email'],
])

/** Steps of n8n itself; all others in its package are apps, whose names are written with capitals. */
const ownSteps: ReadonlySet<string> = new Set(
  `aggregate aiTransform compareDatasets compression convertToFile crypto dataTable dateTime debugHelper editImage
  evaluation executeCommand executionData extractFromFile form graphql html htmlExtract itemLists jwt limit markdown
  merge moveBinaryData readBinaryFile readBinaryFiles readPDF readWriteFile removeDuplicates renameKeys
  respondToWebhook simulate sort splitOut spreadsheetFile stopAndError summarize totp writeBinaryFile xml`.split(/\s+/),
)

/** Families of n8n's AI types: what follows the prefix, and the noun after it. */
const families: readonly (readonly [RegExp, string])[] = [
  [/^lmChat(\p{Lu}.*)$/u, 'chat model'],
  [/^lm(\p{Lu}.*)$/u, 'model'],
  [/^embeddings(\p{Lu}.*)$/u, 'embeddings'],
  [/^memory(\p{Lu}.*)Chat$/u, 'chat memory'],
  [/^memory(?!Manager)(\p{Lu}.*)$/u, 'memory'],
  [/^vectorStore(\p{Lu}.*)$/u, 'vector store'],
  [/^document(\p{Lu}.*)$/u, ''],
  [/^textSplitter(\p{Lu}.*)$/u, ''],
  [/^outputParser(\p{Lu}.*)$/u, 'output parser'],
  [/^retriever(\p{Lu}.*)$/u, 'retriever'],
  [/^reranker(\p{Lu}.*)$/u, 'reranker'],
  [/^chain(\p{Lu}.*)$/u, 'chain'],
  [/^tool(\p{Lu}.*)$/u, 'tool'],
]

const words = (name: string): string => spellings.get(name) ?? foreignTypeWord(name)

/** "Google drive" becomes "Google Drive". */
const capitals = (text: string): string => text.replace(/(?<=\s)\p{Ll}/gu, (letter) => letter.toUpperCase())

/** Triggers of n8n itself, and not of an app. */
const ownTriggers = /^(?:chat|error|executeWorkflow|form|localFile|manual|mcp|n8n|schedule|sse|workflow)Trigger$/

/**
 * An app has the same name in a trigger, "googleDriveTrigger", and in a node that is offered to an agent,
 * "googleDriveTool".
 */
const appOf = (name: string): string => (ownTriggers.test(name) ? name : name.replace(/(?<=.)(?:Tool|Trigger)$/, ''))

export function stepTitle(type: string): string {
  if (basePackage.test(type)) {
    const name = appOf(type.replace(basePackage, ''))
    return ownSteps.has(name) || spellings.has(name) || ownTriggers.test(name) ? words(name) : capitals(words(name))
  }
  if (!aiPackage.test(type)) return foreignTypeWord(type)
  const name = type.replace(aiPackage, '')
  for (const [pattern, noun] of families) {
    const rest = pattern.exec(name)?.[1]
    if (rest !== undefined) return `${words(rest)} ${noun}`.trim()
  }
  return words(name)
}
