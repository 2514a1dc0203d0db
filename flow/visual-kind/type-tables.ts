/** Kinds of the node types of each format; large tables have a file of their own. */
import type { FormatId } from '#flow/formats/format-titles.ts'
import { isRecord, listOf, numberOf, recordOf, textOf, type JsonRecord } from '#lib/json/json.ts'
import { comfyuiTypes } from './comfyui-types.ts'
import type { KindName } from './kinds.ts'
import { n8nTypes } from './n8n-types.ts'
import { nodeRedTypes } from './node-red-types.ts'
import { byPattern, typesByKind, type TypeTable } from './type-table.ts'

const topType = (original: JsonRecord): string => textOf(original['type'])
const dataOf = (original: JsonRecord): JsonRecord => recordOf(original['data'])

/** Categories of Flowise's palette. */
const flowiseCategories: ReadonlyMap<string, KindName> = typesByKind([
  ['agent', 'Agents, Chains, Engine, Multi Agents'],
  ['model', 'Chat Models, LLMs, Speech To Text'],
  ['embedding', 'Embeddings'],
  ['memory', 'Memory, Cache'],
  ['vector-store', 'Vector Stores, Retrievers'],
  ['parser', 'Document Loaders, Text Splitters, Output Parsers'],
  ['tool', 'Tools, Tools (MCP)'],
  ['database', 'Graph, Record Manager'],
  ['condition', 'Moderation'],
  ['transform', 'Prompts'],
])

const flowise: TypeTable = {
  typeOf: (original) => textOf(dataOf(original)['name']),
  types: typesByKind([
    ['agent', 'agentAgentflow, seqAgent, supervisor, worker'],
    ['model', 'llmAgentflow, seqLLMNode'],
    ['loop', 'loopAgentflow, seqLoop, iterationAgentflow'],
    ['output', 'seqEnd'],
    ['memory', 'seqState'],
    ['tool', 'toolAgentflow, seqToolNode'],
    ['vector-store', 'retrieverAgentflow'],
    ['http', 'requestsGet, requestsPost, requestsPut, requestsDelete'],
    ['subflow', 'chatflowTool, agentAsTool'],
    ['transform', 'setVariable, getVariable'],
  ]),
  byFamily: (_, original) => flowiseCategories.get(textOf(dataOf(original)['category'])) ?? null,
}

/** Langflow's components name the classes of their outputs. */
const langflowClasses: readonly (readonly [string, KindName])[] = [
  ['Embeddings', 'embedding'],
  ['VectorStore', 'vector-store'],
  ['AgentExecutor', 'agent'],
  ['BaseLanguageModel', 'model'],
  ['LanguageModel', 'model'],
  ['BaseTool', 'tool'],
  ['Tool', 'tool'],
]

const langflow: TypeTable = {
  typeOf: (original) => textOf(dataOf(original)['type']),
  types: typesByKind([
    ['memory', 'Memory, MessageHistory, StoreMessage'],
    ['loop', 'LoopComponent, Loop'],
    [
      'parser',
      'parser, ParserComponent, ParseData, ParseDataFrame, SplitText, StructuredOutput, StructuredOutputComponent',
    ],
    ['parser', 'DoclingRemote, DoclingInline, ChunkDoclingDocument'],
    ['transform', 'MessagetoData, DataFrameOperations, DataOperations, TypeConverterComponent, ExportDoclingDocument'],
    ['transform', 'SecretInput, TextInput, SelectData, UpdateData, CreateData, ExtractaKey, AlterMetadata'],
    ['merge', 'CombineText, MergeDataComponent'],
    ['condition', 'FilterData, SmartRouter, DataConditionalRouter, LLMRouterComponent'],
    ['file', 'File, Directory, SaveToFile, SaveFile'],
    ['http', 'URL, URLComponent'],
    ['tool', 'Calculator, CalculatorTool, CalculatorComponent, ArXivComponent, WebSearch, CurrentDate, MCPTools'],
    ['agent', 'AgentInitializer, VectorStoreAgent, VectorStoreRouterAgent, CrewAIAgentComponent'],
    ['vector-store', 'VectorStoreInfo, VectorStoreRouterToolkit, AstraDB, AstraDBVectorStoreComponent'],
    ['output', 'TextOutput'],
    ['subflow', 'GroupNode'],
  ]),
  byFamily: byPattern([
    [/^Embedding|Embeddings?(?:Model)?(?:Component)?$/, 'embedding'],
    [/Model(?:Component)?$/, 'model'],
  ]),
  otherwise: (_, original) => {
    const classes = new Set(listOf(recordOf(dataOf(original)['node'])['base_classes']))
    return langflowClasses.find(([name]) => classes.has(name))?.[1] ?? null
  },
}

const dify: TypeTable = {
  typeOf: (original) => textOf(dataOf(original)['type']),
  types: typesByKind([
    ['model', 'llm'],
    ['agent', 'agent'],
    ['parser', 'parameter-extractor, document-extractor'],
    ['vector-store', 'knowledge-retrieval, knowledge-index'],
    ['tool', 'tool'],
    ['transform', 'list-operator'],
    ['merge', 'variable-aggregator, variable-assigner'],
    ['loop', 'iteration, iteration-start, loop, loop-start, loop-end'],
    ['output', 'end'],
  ]),
  wordsOf: (original) => textOf(dataOf(original)['tool_name']) || textOf(dataOf(original)['type']),
}

const kestra: TypeTable = {
  typeOf: topType,
  types: typesByKind([
    ['subflow-trigger', 'io.kestra.plugin.core.trigger.Flow, io.kestra.core.models.triggers.types.Flow'],
  ]),
  // By the end of the class: packages changed between versions.
  byFamily: byPattern([
    [/\.flows?\.(?:ForEach|EachSequential|EachParallel|Loop|LoopUntil|WaitFor)$/, 'loop'],
    [/\.flows?\.(?:Sequential|Parallel|Dag|AllowFailure|WorkingDirectory)$/, 'group'],
    [/\.flows?\.(?:If|Switch)$|\.executions?\.Assert$/, 'condition'],
    [/\.executions?\.(?:Fail|Exit)$|\.log\.Log$|\.debugs?\.Echo$/, 'output'],
    [/\.serdes\.(?:csv|excel)\./, 'spreadsheet'],
    [/\.serdes\./, 'transform'],
    [/\.storages?\.|\.fs\.|\.namespace\.\w+Files$/, 'file'],
    [/\.kv\./, 'database'],
    [/\.scripts\./, 'code'],
  ]),
  otherwise: byPattern([[/^io\.kestra\.plugin\.(?!core\.)/, 'app']]),
}

/** "google-sheets" for "@activepieces/piece-google-sheets", from any author. */
const pieceOf = (original: JsonRecord): string =>
  textOf(recordOf(original['settings'])['pieceName']).replace(/^(?:@[^/]*\/)?(?:piece-)?/, '')

const activepieces: TypeTable = {
  typeOf: (original) => pieceOf(original) || topType(original),
  bySettings: (type, original) =>
    type === 'webhook' && recordOf(original['settings'])['actionName'] === 'return_response' ? 'output' : null,
  types: typesByKind([
    ['loop', 'LOOP_ON_ITEMS'],
    [
      'transform',
      'data-mapper, math-helper, text-helper, date-helper, array-helper, image-helper, json, xml, crypto, qrcode',
    ],
    ['database', 'store, tables'],
    ['file', 'file-helper, data-summarizer, pdf, amazon-s3'],
    ['spreadsheet', 'csv'],
    ['model', 'openai, claude, ai, google-gemini, perplexity-ai'],
    ['agent', 'agent'],
    ['human', 'forms, todos'],
    ['tool', 'mcp'],
  ]),
  // A piece is a connector for one app.
  otherwise: (_, original) => (topType(original) === 'PIECE' ? 'app' : null),
}

/** Languages of Windmill's scripts that query a database. */
const windmillDatabases = /^(?:postgresql|mysql|bigquery|snowflake|mssql|oracledb|duckdb)$/

const windmillValue = (original: JsonRecord): JsonRecord => recordOf(original['value'])

const windmill: TypeTable = {
  typeOf: (original) => textOf(windmillValue(original)['type']) || textOf(windmillValue(original)['tool_type']),
  bySettings: (type, original) => {
    // A step with a suspend waits for approvals after it ran.
    if (isRecord(original['suspend']) && numberOf(original['suspend']['required_events']) !== 0) return 'human'
    if (type === 'rawscript' && windmillDatabases.test(textOf(windmillValue(original)['language']))) return 'database'
    return null
  },
  types: typesByKind([
    ['loop', 'forloopflow, whileloopflow'],
    ['condition', 'branchall'],
    ['transform', 'identity'],
    ['tool', 'mcp, websearch'],
  ]),
  // Paths of scripts name what they are for: "hub/6/slack/send_message".
  wordsOf: (original) => {
    const value = windmillValue(original)
    return value['type'] === 'script' ? textOf(value['path']) : ''
  },
  otherwise: (type) => (type === 'script' ? 'code' : null),
}

const sim: TypeTable = {
  // "gmail_v2" is a later edition of "gmail".
  typeOf: (original) => topType(original).replace(/_v\d+$/, ''),
  types: typesByKind([
    ['agent', 'agent'],
    ['model', 'evaluator, translate, vision, image_generator, video_generator, tts, stt'],
    ['loop', 'loop, parallel'],
    ['output', 'response'],
    ['vector-store', 'knowledge'],
    ['memory', 'memory, mem0, zep'],
    ['file', 'file'],
    ['database', 'table'],
    ['transform', 'variables'],
    ['condition', 'guardrails'],
    ['http', 'webhook_request'],
    ['tool', 'mcp, thinking'],
  ]),
  // All blocks that are not steps of the flow itself belong to an app.
  otherwise: (type) => (type === '' ? null : 'app'),
}

const rivet: TypeTable = {
  typeOf: topType,
  types: typesByKind([
    ['input-trigger', 'graphInput'],
    ['output', 'graphOutput'],
    ['model', 'chat, chatAnthropic, chatGoogle, chatHuggingFace, llmChat, llmChatV2'],
    ['embedding', 'getEmbedding'],
    ['vector-store', 'vectorStore, vectorNearestNeighbors, datasetNearestNeighbors'],
    ['database', 'createDataset, loadDataset, getAllDatasets, getDatasetRow, appendToDataset, replaceDataset'],
    ['file', 'readFile, readDirectory, readAllFiles, writeFile, audio, image, document'],
    ['parser', 'chunk'],
    ['transform', 'text, prompt, assemblePrompt, assembleMessage, trimChatMessages, array, object, number, bool, date'],
    [
      'transform',
      'compare, evaluate, pop, slice, split, hash, shuffle, randomNumber, destructure, toJson, toYaml, toTree',
    ],
    ['transform', 'extractMarkdownCodeBlocks, filter, replaceDatasetRow, passthrough, context, getGlobal, setGlobal'],
    ['merge', 'coalesce, join, raceInputs'],
    ['condition', 'ifElse'],
    ['loop', 'loopController, loopUntil'],
    ['wait', 'waitForEvent'],
    ['tool', 'gptFunction, delegateFunctionCall, externalCall, mcpDiscovery, mcpToolCall, mcpGetPrompt'],
    ['subflow', 'callGraph, graphReference, listGraphs'],
  ]),
}

const obsidian: TypeTable = {
  typeOf: topType,
  types: typesByKind([
    ['file', 'file'],
    ['http', 'link'],
    ['note', 'text'],
  ]),
}

const tables: Readonly<Record<FormatId, TypeTable | null>> = {
  n8n: n8nTypes,
  'node-red': nodeRedTypes,
  flowise,
  langflow,
  dify,
  comfyui: comfyuiTypes,
  'comfyui-api': comfyuiTypes,
  kestra,
  activepieces,
  windmill,
  sim,
  rivet,
  'obsidian-canvas': obsidian,
  // Without types of their own.
  'flow-template': null,
  'node-link': null,
  generic: null,
}

const byFormat: ReadonlyMap<string, TypeTable | null> = new Map(Object.entries(tables))

export const tableOf = (format: string): TypeTable | null => byFormat.get(format) ?? null
