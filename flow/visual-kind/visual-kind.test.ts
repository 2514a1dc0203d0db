import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { formatTitles } from '#flow/formats/format-titles.ts'
import { readFlowFile } from '#flow/file/read.ts'
import { isStep } from '#flow/node-kind.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { foreignKindsOf } from './foreign-kinds.ts'
import { kindByWords } from './kind-words.ts'
import { visualKinds } from './kinds.ts'
import { sourceFormatOf, visualKindOf } from './visual-kind.ts'

/** A node of our own type. */
const own = (type: string, config: JsonRecord = {}) => visualKindOf({ type, config }, null).id
/** A node of another product that its reader left with its type. */
const foreign = (format: string, original: JsonRecord, type = 'foreign', config: JsonRecord = {}) =>
  visualKindOf({ type, config: { ...config, original } }, foreignKindsOf(format))

const n8n = (name: string, parameters: JsonRecord = {}) =>
  foreign('n8n', { type: `n8n-nodes-base.${name}`, parameters })
const langchain = (name: string) => foreign('n8n', { type: `@n8n/n8n-nodes-langchain.${name}` })

describe('kinds', () => {
  test('each has a label, an icon of lucide and a hue', () => {
    const icons = new URL('../../node_modules/lucide-react/dist/esm/icons/', import.meta.url)
    for (const { label, icon, hue } of visualKinds) {
      expect(label).toMatch(/^[A-Z]/)
      expect(hue).not.toBe('')
      expect(existsSync(new URL(`${icon}.mjs`, icons)) || existsSync(new URL(`${icon}.js`, icons)), icon).toBe(true)
    }
  })

  test('no two steps look the same, and a trigger looks like no step', () => {
    const looks = visualKinds.map(({ icon, hue }) => `${icon} ${hue}`)
    expect(new Set(looks).size).toBe(looks.length)
    expect(visualKinds.filter(({ hue }) => hue === 'trigger').every(({ id }) => id.endsWith('-trigger'))).toBe(true)
  })

  test('each is reached by a node', () => {
    const reached = new Set([
      ...['schedule', 'webhook', 'message', 'manual', 'other'].map((kind) => own('trigger', { kind })),
      ...['api', 'agent', 'code', 'transform', 'condition', 'wait', 'subflow', 'note', 'group'].map((type) =>
        own(type),
      ),
      own('message'),
      own('message', { channel: 'reply' }),
      own('wait', { event: 'reply' }),
      own('something'),
      ...['postgres', 'googleDrive', 'googleSheets', 'gmail', 'splitInBatches', 'merge', 'github'].map(
        (name) => n8n(name).id,
      ),
      ...['vectorStoreQdrant', 'lmChatGroq', 'embeddingsOllama', 'memoryZep'].map((name) => langchain(name).id),
      ...['outputParserStructured', 'toolWikipedia'].map((name) => langchain(name).id),
    ])
    expect(visualKinds.filter(({ id }) => !reached.has(id))).toEqual([])
  })
})

describe('own types', () => {
  test.each<[string, JsonRecord, string]>([
    ['trigger', { kind: 'schedule' }, 'schedule-trigger'],
    ['trigger', { kind: 'constructor' }, 'app-trigger'],
    ['trigger', {}, 'app-trigger'],
    ['api', { tool: 'x' }, 'http'],
    ['message', { channel: 'support-mail' }, 'mail'],
    ['message', { channel: 'telegram-1' }, 'chat-app'],
    ['wait', { event: 'webhook' }, 'wait'],
    ['wait', { event: 'reply' }, 'human'],
  ])('%s %j is %s', (type, config, kind) => expect(own(type, config)).toBe(kind))
})

describe('types of other products', () => {
  test.each<[string, JsonRecord, string]>([
    ['n8n', { type: 'n8n-nodes-base.splitOut' }, 'transform'],
    ['node-red', { type: 'link call' }, 'subflow'],
    ['flowise', { data: { name: 'seqLoop', category: 'Sequential Agents' } }, 'loop'],
    ['flowise', { data: { name: 'llmChain', category: 'Chains' } }, 'agent'],
    ['langflow', { data: { type: 'SplitText' } }, 'parser'],
    ['dify', { type: 'custom', data: { type: 'knowledge-retrieval' } }, 'vector-store'],
    ['comfyui', { type: 'CheckpointLoaderSimple' }, 'model'],
    ['comfyui-api', { class_type: 'SaveImage' }, 'file'],
    ['kestra', { type: 'io.kestra.core.tasks.flows.EachSequential' }, 'loop'],
    ['activepieces', { type: 'PIECE', settings: { pieceName: '@activepieces/piece-data-mapper' } }, 'transform'],
    ['windmill', { value: { type: 'whileloopflow' } }, 'loop'],
    ['windmill', { value: { type: 'script', path: 'hub/6/slack/send_message' } }, 'chat-app'],
    ['windmill', { value: { type: 'script', path: 'f/shop/book' } }, 'code'],
    ['windmill', { value: { type: 'rawscript', language: 'bigquery' } }, 'database'],
    ['windmill', { value: { type: 'rawscript', language: 'bun' }, suspend: { required_events: 1 } }, 'human'],
    ['windmill', { value: { tool_type: 'mcp' } }, 'tool'],
    ['sim', { type: 'parallel_v2' }, 'loop'],
    ['rivet', { type: 'graphOutput' }, 'output'],
    ['obsidian-canvas', { type: 'link' }, 'http'],
  ])('%s %j is %s', (format, original, kind) => expect(foreign(format, original).id).toBe(kind))

  test.each<[string, JsonRecord, string]>([
    ['slack', {}, 'chat-app'],
    ['slack', { operation: 'sendAndWait' }, 'human'],
    ['extractFromFile', { operation: 'pdf' }, 'file'],
    ['extractFromFile', { operation: 'xlsx' }, 'spreadsheet'],
    ['extractFromFile', {}, 'spreadsheet'],
    ['form', {}, 'human'],
    ['form', { operation: 'completion' }, 'output'],
  ])('n8n %s %j is %s by its settings', (name, parameters, kind) => expect(n8n(name, parameters).id).toBe(kind))

  test('a table decides before the type that the reader chose', () => {
    expect(foreign('dify', { data: { type: 'llm' } }, 'agent').id).toBe('model')
    expect(foreign('dify', { data: { type: 'if-else' } }, 'condition').id).toBe('condition')
    expect(foreign('rivet', { type: 'graphInput' }, 'trigger', { kind: 'manual' }).label).toBe('Input')
    expect(foreign('n8n', { type: 'n8n-nodes-base.stickyNote' }, 'note').id).toBe('note')
  })

  test('the trigger of an app has the icon of the app', () => {
    const trigger = (format: string, original: JsonRecord) => foreign(format, original, 'trigger', { kind: 'other' })
    expect(trigger('n8n', { type: 'n8n-nodes-base.googleDriveTrigger' })).toMatchObject({
      id: 'app-trigger',
      icon: 'file-text',
      hue: 'trigger',
    })
    expect(trigger('sim', { type: 'gmail_v2' })).toMatchObject({ label: 'Mail trigger', icon: 'mail' })
    expect(trigger('activepieces', { settings: { pieceName: '@a/piece-hubspot' } }).icon).toBe('zap')
    expect(n8n('emailReadImap').label).toBe('Mail trigger')
  })

  test('what a tool touches decides over that it is a tool, what it is for over what it touches', () => {
    expect(n8n('postgresTool').id).toBe('database')
    expect(langchain('toolVectorStore').id).toBe('vector-store')
    expect(langchain('toolWorkflow').id).toBe('subflow')
    expect(foreign('flowise', { data: { name: 'gmail', category: 'Tools' } }).id).toBe('mail')
    expect(foreign('dify', { data: { type: 'tool', tool_name: 's3_operator' } }).id).toBe('file')
    expect(foreign('dify', { data: { type: 'tool', tool_name: 'webscraper' } }).id).toBe('tool')
    expect(langchain('memoryPostgresChat').id).toBe('memory')
    expect(langchain('embeddingsOpenAi').id).toBe('embedding')
  })

  test('a type of another package is judged by its words, not by the table', () => {
    expect(foreign('n8n', { type: 'n8n-nodes-mine.merge' }).id).toBe('other')
    expect(foreign('n8n', { type: '@x/n8n-nodes-slack-plus.slackPlus' }).id).toBe('chat-app')
  })

  test('without a format, a table or an original, words decide', () => {
    expect(foreign('', { type: 'x' }, 'n8n-nodes-base.postgres').id).toBe('database')
    expect(foreign('constructor', { type: 'x' }, 'googleSheets').id).toBe('spreadsheet')
    expect(visualKindOf({ type: 'vector_store', config: {} }, foreignKindsOf('generic')).id).toBe('vector-store')
    expect(visualKindOf({ type: 'mySqlQuery', config: { original: 'x' } }, foreignKindsOf('n8n')).id).toBe('database')
  })
})

describe('words', () => {
  test.each([
    ['mySql', 'database'],
    ['OPENAI_chat', 'model'],
    ['PGVectorRetriever', 'vector-store'],
    ['RedisChatMemory', 'memory'],
    ['CSVLoader', 'parser'],
    ['send-e-mail', 'mail'],
    ['HTTPRequest', 'http'],
    ['io.kestra.plugin.jdbc.postgresql.Query', 'database'],
    ['if', 'condition'],
    ['Merge', 'merge'],
    ['CronTrigger', 'schedule-trigger'],
    ['on message trigger', 'message-trigger'],
    ['dropboxTrigger', 'file-trigger'],
    ['somethingTrigger', 'app-trigger'],
  ])('%s is %s', (type, kind) => expect(kindByWords(type)).toBe(kind))

  test.each(['profile', 'dataSet', 'whatIf', 'frontEnd', 'gitMerge', 'qrCode', 'TriggerDagRun', 'ポスト', 'unknown'])(
    '%s tells nothing',
    (type) => expect(kindByWords(type)).toBeNull(),
  )
})

describe('hostile types', () => {
  const texts = [
    '',
    ' ',
    '__proto__',
    'constructor',
    'toString',
    '.',
    '\u0000',
    '💥',
    '\uD800',
    'Trigger',
    'Tool',
    '_v2',
  ]
  const formats = [...Object.keys(formatTitles), '', 'constructor', '__proto__']

  test('are shown as something', () => {
    for (const format of formats)
      for (const text of texts) {
        const originals: JsonRecord[] = [
          { type: text, class_type: text },
          { type: `n8n-nodes-base.${text}`, parameters: { operation: text }, mode: text },
          { data: { type: text, name: text, category: text, tool_name: text, node: { base_classes: text } } },
          { type: 'PIECE', settings: { pieceName: text, actionName: text } },
          { type: [], data: null, settings: 1, parameters: [text] },
        ]
        for (const original of originals)
          for (const type of [text, 'trigger', 'foreign'])
            expect(visualKinds).toContain(foreign(format, original, type))
      }
  })

  test('are read in no time however long they are', () => {
    const long = ['a', 'A', 'aB', '.', ' ', '-trigger', 'Tool', 'Load', '/', '@', '_v1'].map((part) =>
      part.repeat(10_000 / part.length),
    )
    const before = process.cpuUsage()
    for (const format of formats)
      for (const text of long) {
        foreign(format, { type: text, data: { type: text, name: text, tool_name: text } }, text)
        foreign(format, { type: `n8n-nodes-base.${text}`, settings: { pieceName: text } }, 'trigger')
      }
    // About 20 ms. A search that begins again at each character takes minutes.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000)
  })
})

interface Shown {
  format: string
  type: string
  kind: string
}

/** Steps of all files of a folder; a file that cannot be read fails. */
function stepsIn(folder: string, names: readonly string[]): Shown[] {
  return names.flatMap((name) => {
    const path = join(folder, name)
    const read = readFlowFile({ name, bytes: readFileSync(path) })
    if (!read.ok) expect.fail(`${path}: ${read.message}`)
    return read.flows.flatMap(({ nodes, metadata }) =>
      nodes.filter(isStep).map((node) => ({
        format: read.format,
        type: node.type,
        kind: visualKindOf(node, foreignKindsOf(sourceFormatOf(metadata))).id,
      })),
    )
  })
}

const filesIn = (folder: string): string[] =>
  readFileSync(join(folder, 'SOURCES.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t')[0] ?? '')

const cubes = (steps: readonly Shown[]): Shown[] => steps.filter(({ kind }) => kind === 'other')

describe('real files', () => {
  /** Formats of any graph: their nodes may have types that say nothing, or none at all. */
  const untyped = new Set(['generic', 'node-link'])

  test('of the fixtures, at most 5% of the steps of a product are a plain cube', () => {
    const folder = new URL('../../test/fixtures/flows/', import.meta.url).pathname
    const steps = stepsIn(folder, filesIn(folder))
    const typed = steps.filter(({ format }) => !untyped.has(format))
    expect(new Set(typed.map(({ format }) => format))).toEqual(
      new Set(Object.keys(formatTitles).filter((format) => !untyped.has(format))),
    )
    expect(cubes(typed).length / typed.length).toBeLessThanOrEqual(0.05)
    expect(cubes(steps.filter(({ format }) => untyped.has(format))).map(({ type }) => type)).toEqual([
      'unknown',
      'thing',
      ...Array.from({ length: 4 }, () => 'unknown'),
    ])
  })

  const corpus = process.env['FLOW_CORPUS'] ?? '../shared/templates'
  test.runIf(existsSync(corpus))('of the corpus, at most 2% are a plain cube, and no type that occurs twice', () => {
    const steps = stepsIn(corpus, filesIn(corpus))
    expect(new Set(steps.map(({ format }) => format)).size).toBeGreaterThanOrEqual(11)
    expect(cubes(steps).length / steps.length).toBeLessThanOrEqual(0.02)
    const types = cubes(steps).map(({ type }) => type)
    expect(types.filter((type, index) => types.indexOf(type) !== index)).toEqual([])
  })
})
