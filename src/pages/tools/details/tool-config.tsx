import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ToolCategory } from '#contract/values/category.ts'
import type { Tool } from '#contract/tool.ts'
import { maskedValue, maskedJson } from '#flow-data/model/masked-value.ts'
import { formatDuration } from '#lib/time/format-time.ts'
import { listOf, numberOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { Absent } from '#ui/feedback/absent.tsx'
import { CodeEditor } from '#ui/code/code-editor.tsx'
import { Tag } from '#ui/feedback/tag.tsx'
import { knownCategory } from '#pages/tools/category-words.ts'
import { secretMarkWords, readSecretMark } from '#parts/forms/secret-mark.ts'

/** Minimum and maximum number of visible lines of code; longer code scrolls. */
const codeLines = { minLines: 2, maxLines: 16 }

/**
 * A value of a config: a secret as a mark, text as is, everything else as JSON. Another service may return secrets
 * in plain text, so values that look like secrets are masked.
 */
function Value({ name = '', value }: { name?: string; value: Json | undefined }) {
  const mark = readSecretMark(value)
  if (mark !== null)
    return (
      <span className="inline-flex items-center gap-1.5">
        <KeyRound className="s" />
        Secret, <span className="mono">{secretMarkWords(mark)}</span>
      </span>
    )
  if (value === undefined || value === '') return <Absent />
  const text = maskedValue(name, value) ?? (typeof value === 'string' ? value : maskedJson(value))
  return <span className="mono whitespace-pre-wrap">{text}</span>
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

const Pairs = ({ name, pairs }: { name: string; pairs: JsonRecord }) =>
  Object.keys(pairs).length > 0 && (
    <Fact name={name}>
      <ul className="grid gap-0.5">
        {Object.entries(pairs).map(([key, value]) => (
          <li key={key}>
            <span className="mono text-text-3">{key}</span> <Value name={key} value={value} />
          </li>
        ))}
      </ul>
    </Fact>
  )

const signInWords: Record<string, string> = {
  bearer: 'Bearer token',
  basic: 'User name and password',
  header: 'Custom header',
}

function ApiConfig({ config }: { config: JsonRecord }) {
  const auth = recordOf(config['auth'])
  const kind = textOf(auth['kind'])
  const limit = numberOf(config['timeout_ms'])
  return (
    <>
      <dl className="facts">
        <Fact name="Request">
          <span className="mono">
            <b>{textOf(config['method'])}</b> {textOf(config['url'])}
          </span>
        </Fact>
        <Pairs name="Headers" pairs={recordOf(config['headers'])} />
        <Pairs name="Query" pairs={recordOf(config['query'])} />
        <Fact name="Sign-in">
          {kind === '' || kind === 'none' ? 'None' : (signInWords[kind] ?? kind)}{' '}
          {textOf(auth['header']) !== '' && <span className="mono">{textOf(auth['header'])}</span>}{' '}
          {textOf(auth['user']) !== '' && <span className="mono">{textOf(auth['user'])}</span>}{' '}
          {auth['secret'] !== undefined && <Value value={auth['secret']} />}
        </Fact>
        {limit !== null && <Fact name="Time limit">{formatDuration(limit)}</Fact>}
      </dl>
      {config['body'] !== undefined && (
        <div className="mt-2">
          <CodeEditor
            label="Body"
            language="json"
            readOnly
            value={JSON.stringify(config['body'], null, 2)}
            {...codeLines}
          />
        </div>
      )}
    </>
  )
}

function AgentConfig({ config }: { config: JsonRecord }) {
  const tools = listOf(config['tools'])
  return (
    <>
      <dl className="facts">
        <Fact name="Model">
          <span className="mono">{textOf(config['model'])}</span>
        </Fact>
        <Fact name="Allowed tools">
          {tools.length === 0 ? (
            'None'
          ) : (
            <span className="flex flex-wrap gap-1">
              {tools.map((key) => (
                <Tag key={textOf(key)}>{textOf(key)}</Tag>
              ))}
            </span>
          )}
        </Fact>
        {config['temperature'] !== undefined && <Fact name="Temperature">{numberOf(config['temperature'])}</Fact>}
        {config['max_tokens'] !== undefined && (
          <Fact name="Maximum output">{numberOf(config['max_tokens'])?.toLocaleString()} tokens</Fact>
        )}
      </dl>
      <p className="mt-2 whitespace-pre-line text-text-2 wrap-anywhere">{textOf(config['instructions'])}</p>
    </>
  )
}

const typeWords: Record<string, string> = { string: 'Text', number: 'Number', boolean: 'Yes or no', json: 'JSON' }

const GlobalConfig = ({ config }: { config: JsonRecord }) => (
  <dl className="facts">
    <Fact name="Type">{typeWords[textOf(config['type'])] ?? textOf(config['type'])}</Fact>
    <Fact name="Value">
      <Value value={config['value']} />
    </Fact>
  </dl>
)

/** The main field of each category's config; without it, the config is shown as unknown. */
const mainField: Record<ToolCategory, string> = {
  api: 'url',
  transform: 'expression',
  condition: 'expression',
  agent: 'model',
  code: 'source',
  global: 'value',
}

/** A config of unknown form: every field is shown by its name. */
const OwnConfig = ({ config }: { config: JsonRecord }) =>
  Object.keys(config).length === 0 ? (
    <Absent />
  ) : (
    <dl className="facts">
      {Object.entries(config).map(([name, value]) => (
        <Fact key={name} name={name}>
          <Value name={name} value={value} />
        </Fact>
      ))}
    </dl>
  )

/** The config of a tool, laid out by category. */
export function ToolConfig({ tool: { category, config } }: { tool: Tool }) {
  const known = knownCategory(category)
  if (known === null || config[mainField[known]] === undefined) return <OwnConfig config={config} />
  if (category === 'api') return <ApiConfig config={config} />
  if (category === 'agent') return <AgentConfig config={config} />
  if (category === 'global') return <GlobalConfig config={config} />
  const limit = numberOf(config['timeout_ms'])
  const isCode = category === 'code'
  return (
    <>
      <CodeEditor
        label={isCode ? 'Source' : 'Expression'}
        language="javascript"
        readOnly
        value={textOf(config[isCode ? 'source' : 'expression'])}
        {...codeLines}
      />
      {limit !== null && <p className="mt-2 text-text-2">Time limit {formatDuration(limit)}</p>}
    </>
  )
}
