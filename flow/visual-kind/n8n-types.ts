/** Kinds of n8n's node types, by their name without the package. */
import { recordOf, textOf, type JsonRecord } from '#lib/json/json.ts'
import type { KindName } from './kinds.ts'
import { byPattern, typesByKind, type TypesOfKind, type TypeTable } from './type-table.ts'

const base = 'n8n-nodes-base.'
/** Another package may call anything "if": its types are judged by their words. */
const ownPackages = [base, '@n8n/n8n-nodes-langchain.']

const rows: readonly TypesOfKind[] = [
  ['schedule-trigger', 'cron, interval, scheduleTrigger'],
  ['manual-trigger', 'start, manualTrigger'],
  ['webhook-trigger', 'webhook, formTrigger'],
  [
    'message-trigger',
    'chatTrigger, manualChatTrigger, mqttTrigger, kafkaTrigger, rabbitmqTrigger, amqpTrigger, awsSnsTrigger',
  ],
  ['subflow-trigger', 'executeWorkflowTrigger, workflowTrigger'],
  ['mail-trigger', 'emailReadImap'],
  ['app-trigger', 'errorTrigger, n8nTrigger, sseTrigger, mcpTrigger'],
  ['http', 'httpRequest, graphql, toolHttpRequest, rssFeedRead'],
  [
    'database',
    `postgres, mySql, microsoftSql, mongoDb, redis, snowflake, supabase, oracleDatabase, questDb, crateDb, timescaleDb,
    googleBigQuery, googleFirebaseCloudFirestore, googleFirebaseRealtimeDatabase, awsDynamoDb, azureCosmosDb, databricks,
    elasticsearch, airtable, nocoDb, baserow, seaTable, stackby, grist, quickbase, filemaker, dataTable`,
  ],
  ['vector-store', 'toolVectorStore'],
  [
    'file',
    `googleDrive, googleDocs, dropbox, box, microsoftOneDrive, microsoftSharePoint, nextCloud, awsS3, s3,
    googleCloudStorage, azureStorage, ftp, readWriteFile, readBinaryFile, readBinaryFiles, writeBinaryFile, readPDF,
    extractFromFile, convertToFile, moveBinaryData, compression`,
  ],
  ['spreadsheet', 'googleSheets, microsoftExcel, spreadsheetFile'],
  [
    'mail',
    'gmail, emailSend, microsoftOutlook, sendGrid, mailgun, mailjet, mandrill, mailchimp, awsSes, brevo, sendInBlue',
  ],
  [
    'chat-app',
    `slack, telegram, whatsApp, discord, microsoftTeams, mattermost, rocketchat, googleChat, matrix, zulip, ciscoWebex,
    line, twist, twake, twilio, messageBird, vonage, plivo, mocean, msg91, sms77, pushover, pushbullet, gotify`,
  ],
  ['model', 'openAi, anthropic, googleGemini, ollama, mistralAi, perplexity, modelSelector'],
  ['memory', 'memoryManager'],
  ['parser', 'informationExtractor'],
  ['agent', 'agent, openAiAssistant, messageAnAgent'],
  ['code', 'code, function, functionItem, toolCode, executeCommand, ssh, aiTransform'],
  [
    'transform',
    `set, noOp, splitOut, itemLists, summarize, sort, limit, renameKeys, removeDuplicates, dateTime, crypto, jwt, totp,
    html, htmlExtract, markdown, xml, iCal, editImage`,
  ],
  ['condition', 'if, switch, filter, compareDatasets, textClassifier, sentimentAnalysis, guardrails'],
  ['loop', 'splitInBatches'],
  ['merge', 'merge, aggregate'],
  ['wait', 'wait'],
  ['subflow', 'executeWorkflow, toolWorkflow, retrieverWorkflow'],
  ['human', 'form'],
  ['output', 'respondToWebhook, stopAndError, chat'],
  ['other', 'executionData, simulate, debugHelper, evaluation, timeSaved, dynamicCredentialCheck'],
]

/** Formats of `extractFromFile` and `convertToFile`. Without one it is CSV. */
const sheetFormats = new Set(['', 'csv', 'xlsx', 'xls', 'ods'])

function bySettings(type: string, original: JsonRecord): KindName | null {
  const parameters = recordOf(original['parameters'])
  const operation = textOf(parameters['operation'])
  // Any chat or mail node may ask a person and wait for the answer.
  if (operation === 'sendAndWait') return 'human'
  if (type === 'extractFromFile' || type === 'convertToFile') return sheetFormats.has(operation) ? 'spreadsheet' : null
  if (type === 'form') return operation === 'completion' ? 'output' : null
  if (type === 'wait') return textOf(parameters['resume']) === 'form' ? 'human' : null
  return null
}

/** A node that is offered to an agent has its own name with "Tool": "postgresTool" touches what "postgres" does. */
function typeOf(original: JsonRecord): string {
  const full = textOf(original['type'])
  const own = ownPackages.find((name) => full.startsWith(name))
  return own === undefined ? full : full.slice(own.length).replace(/Tool$/, '')
}

export const n8nTypes: TypeTable = {
  typeOf,
  bySettings,
  types: typesByKind(rows),
  byFamily: byPattern([
    [/^lm[A-Z]/, 'model'],
    [/^embeddings/, 'embedding'],
    [/^memory/, 'memory'],
    [/^(?:outputParser|textSplitter|document)/, 'parser'],
    [/^(?:vectorStore|retriever)/, 'vector-store'],
    [/^(?:chain|agent)/, 'agent'],
    [/Hitl$/, 'human'],
    [/^(?:tool|reranker|mcp)/, 'tool'],
  ]),
  // What is left of this package are nodes for a single app.
  otherwise: (_, original) => (textOf(original['type']).startsWith(base) ? 'app' : null),
}
