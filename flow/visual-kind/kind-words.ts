/** Kinds by words in a node type, for types that are in no table. */
import { type KindName, triggerNameOf } from './kinds.ts'

/** Longest part of a type that is read. Real ones have at most 80 characters. */
export const maxType = 200

/**
 * Words that decide wherever they are in a type, most specific role first: "memoryPostgresChat" is a memory. Also pairs
 * of neighbouring words: "mySql" has the words "my", "sql" and "mysql". Left out: words with more than one meaning
 * ("message", "search", "chat", "text", "flow").
 */
const anywhere: readonly (readonly [KindName, string])[] = [
  ['embedding', 'embedding embeddings embedder'],
  [
    'vector-store',
    'vectorstore vectorstores vectordb pgvector qdrant pinecone weaviate chroma chromadb milvus faiss retriever retrievers',
  ],
  ['memory', 'memory memories'],
  ['parser', 'parser parsers parse splitter splitters loader loaders ocr docling extractor'],
  ['spreadsheet', 'spreadsheet spreadsheets sheets googlesheets excel csv xlsx smartsheet'],
  [
    'database',
    'database databases postgres postgresql mysql mariadb mssql mongo mongodb sqlite sql jdbc supabase redis firestore dynamodb bigquery snowflake clickhouse duckdb cassandra elasticsearch opensearch neo4j influxdb airtable baserow nocodb',
  ],
  ['mail', 'gmail mail email emails outlook imap smtp sendgrid mailgun mailchimp mailjet'],
  [
    'chat-app',
    'slack telegram whatsapp discord msteams microsoftteams mattermost rocketchat googlechat zulip twilio sms messenger',
  ],
  [
    'file',
    'file files folder directory googledrive onedrive dropbox sharepoint nextcloud s3 gcs minio ftp sftp pdf docx googledocs filesystem',
  ],
  ['human', 'human approval approvals'],
  ['agent', 'agent agents supervisor'],
  [
    'model',
    'llm llms openai chatgpt gpt anthropic claude gemini ollama mistral groq cohere deepseek openrouter huggingface bedrock chatmodel languagemodel',
  ],
  ['code', 'python javascript typescript bash powershell script scripts'],
  ['loop', 'loop foreach iteration iterator'],
  ['condition', 'condition conditional ifelse'],
  ['subflow', 'subflow subworkflow subgraph executeworkflow runflow executeflow'],
  ['wait', 'delay sleep'],
  ['http', 'http https httprequest apirequest restapi graphql'],
  ['tool', 'tool tools toolkit mcp rerank reranker websearch calculator'],
  ['transform', 'transform converter formatter jsonata regex json xml yaml'],
]

/** Words that decide if they are the whole type. */
const whole: readonly (readonly [KindName, string])[] = [
  ['schedule-trigger', 'schedule cron'],
  ['webhook-trigger', 'webhook'],
  ['manual-trigger', 'start manual'],
  ['http', 'api request httpin url'],
  ['vector-store', 'retrieval knowledge'],
  ['model', 'model'],
  ['code', 'code function shell'],
  ['condition', 'if switch filter router branch'],
  ['loop', 'each iterate repeat'],
  ['merge', 'merge join aggregate'],
  ['wait', 'wait pause'],
  ['human', 'form'],
  ['output', 'output outputs end answer reply respond response display debug log'],
  ['transform', 'set map template prompt format convert'],
  ['note', 'note comment sticky stickynote'],
]

/** Words before "Trigger". */
const triggerWords: readonly (readonly [KindName, string])[] = [
  ['schedule-trigger', 'schedule scheduled scheduler cron timer interval'],
  ['webhook-trigger', 'webhook'],
  ['message-trigger', 'chat message'],
  ['manual-trigger', 'manual button'],
]

interface Rank {
  rank: number
  kind: KindName
}

const ranked = (lists: readonly (readonly [KindName, string])[]): ReadonlyMap<string, Rank> =>
  new Map(lists.flatMap(([kind, words], rank) => words.split(' ').map((word) => [word, { rank, kind }] as const)))

const [wordsAnywhere, wordsWhole, wordsOfTriggers] = [anywhere, whole, triggerWords].map(ranked)

/** "googleSheets_v2" → google, sheets, v2. */
const wordsOf = (type: string): string[] =>
  type
    .slice(0, maxType)
    .replace(/([\p{Ll}\p{N}])(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$3 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** The first in rank that a word, or a pair of neighbours, has in the list. */
function firstOf(words: readonly string[], list: ReadonlyMap<string, Rank> | undefined): KindName | null {
  let best: Rank | undefined
  for (const [index, word] of words.entries())
    for (const one of [word, `${word}${words[index + 1] ?? ''}`]) {
      const found = list?.get(one)
      if (found !== undefined && found.rank < (best?.rank ?? Infinity)) best = found
    }
  return best?.kind ?? null
}

/** The kind that the words of a type tell; null if they tell none. */
export function kindByWords(type: string): KindName | null {
  const words = wordsOf(type)
  if (words.at(-1) === 'trigger') {
    const rest = words.slice(0, -1)
    return firstOf(rest, wordsOfTriggers) ?? triggerNameOf(firstOf(rest, wordsAnywhere) ?? 'other')
  }
  return wordsWhole?.get(words.join(''))?.kind ?? firstOf(words, wordsAnywhere)
}
