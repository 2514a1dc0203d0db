/** Validation messages of a draft, by field ("config.url"). Pure. */
import type { FieldMessages } from '#api/errors.ts'
import { tool as toolApi } from '#contract/tool.ts'
import { issueWords } from '#parts/forms/issue-words.ts'
import { jsonOffsets, jsonPositionOf } from './json-places.ts'
import { jsonProblem, schemaTextProblems, type TextProblem } from './schema-problems.ts'
import { toolBodyIn, type ToolDraft } from './tool-draft.ts'

export type Problems = Readonly<Record<string, readonly TextProblem[]>>

/** Fields of the form. A problem of a nested path is shown at the field that contains it. */
const toolFields = [
  'name',
  'key',
  'description',
  'input_schema',
  'output_schema',
  'config.method',
  'config.url',
  'config.headers',
  'config.query',
  'config.body',
  'config.auth.header',
  'config.auth.user',
  'config.auth.secret',
  'config.timeout_ms',
  'config.expression',
  'config.model',
  'config.instructions',
  'config.tools',
  'config.temperature',
  'config.max_tokens',
  'config.source',
  'config.value',
  'config.type',
] as const

/** Camel case to snake case: "inputSchema" becomes "input_schema". */
const snake = (path: string): string => path.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Key of `Problems` for a field that only the service requires. */
export const requestedField = (path: string): string => `asked ${path}`

/** Whether the form has a field for a path in the service's error response. */
export const isToolField = (path: string): boolean => fieldOfPath(path) !== null

const fieldOfPath = (path: string) => fieldOf(path) ?? fieldOf(snake(path))

/** The form's field for a path, and the rest of the path; null if the form has no such field. */
function fieldOf(path: string): { field: string; rest: string[] } | null {
  const field = toolFields.find((name) => path === name || path.startsWith(`${name}.`))
  if (field === undefined) return null
  const rest = path.slice(field.length + 1)
  return { field, rest: rest === '' ? [] : rest.split('.') }
}

/** The texts of the JSON fields. */
const textsOf = ({ input, output, config }: ToolDraft): Record<string, string> => ({
  input_schema: input,
  output_schema: output,
  'config.body': config.body,
})

const blank = (text: unknown): boolean => typeof text === 'string' && text.trim() === ''

/** Messages for missing required fields; the contract's schemas would only report that the text is too short. */
function missingFieldProblems({ category, name, config }: ToolDraft): Record<string, string> {
  const requirements: [string, boolean, string][] = [
    ['name', blank(name), 'Enter a name.'],
    ['config.url', category === 'api' && blank(config.url), 'Enter the address of the request.'],
    [
      'config.auth.header',
      category === 'api' && config.authKind === 'header' && blank(config.authHeader),
      'Enter the header name.',
    ],
    [
      'config.expression',
      (category === 'transform' || category === 'condition') && blank(config.expression),
      'Enter an expression.',
    ],
    ['config.model', category === 'agent' && blank(config.model), 'Enter a model.'],
    ['config.source', category === 'code' && blank(config.source), 'Enter code.'],
    ['config.value', category === 'global' && config.valueType !== 'string' && blank(config.value), 'Enter a value.'],
  ]
  return Object.fromEntries(requirements.filter(([, isMissing]) => isMissing).map(([field, , words]) => [field, words]))
}

function textProblems({ category, input, output, config }: ToolDraft): Record<string, readonly TextProblem[]> {
  const isJson = category === 'global' && config.valueType === 'json' && typeof config.value === 'string'
  const jsonTexts: Record<string, string> = category === 'api' ? { 'config.body': config.body } : {}
  const value = isJson && typeof config.value === 'string' ? { 'config.value': config.value } : {}
  const problems = Object.entries({ ...jsonTexts, ...value }).map(([field, text]): [string, TextProblem[]] => {
    const problem = text.trim() === '' ? null : jsonProblem(text)
    return [field, problem === null ? [] : [problem]]
  })
  const schemas: [string, readonly TextProblem[]][] =
    category === 'global'
      ? []
      : [
          ['input_schema', schemaTextProblems(input)],
          ['output_schema', schemaTextProblems(output)],
        ]
  return Object.fromEntries([...problems, ...schemas].filter(([, found]) => found.length > 0))
}

function contractProblems(draft: ToolDraft): Record<string, TextProblem[]> {
  const read = toolApi.create.body.safeParse(toolBodyIn(draft, () => 'kept'))
  const problems: Record<string, TextProblem[]> = {}
  for (const issue of read.success ? [] : read.error.issues) {
    const match = fieldOf(issue.path.map(String).join('.'))
    // A problem without a field in the form is shown above the buttons.
    const part = match === null ? issue.path.join('.') : match.rest.join('.')
    problems[match?.field ?? 'other'] = [{ message: part === '' ? issueWords(issue) : `${part}: ${issueWords(issue)}` }]
  }
  return problems
}

/** All problems that can be found without a request. */
export function draftProblems(draft: ToolDraft): Problems {
  const missingProblems = Object.fromEntries(
    Object.entries(missingFieldProblems(draft)).map(([field, message]) => [field, [{ message }]]),
  )
  return { ...contractProblems(draft), ...textProblems(draft), ...missingProblems }
}

/** The service's messages by field of the form, within JSON with their line. Those about other fields are omitted. */
export function toolServiceProblems(draft: ToolDraft, messages: FieldMessages): Problems {
  const problems: Record<string, TextProblem[]> = {}
  for (const [path, texts] of Object.entries(messages)) {
    const match = fieldOfPath(path)
    if (match === null) {
      if (Object.hasOwn(draft.asked, path)) problems[requestedField(path)] = texts.map((message) => ({ message }))
      continue
    }
    const text = textsOf(draft)[match.field]
    const at =
      text === undefined || jsonProblem(text) !== null ? {} : jsonPositionOf(text, jsonOffsets(text)(match.rest))
    const part = text === undefined && match.rest.length > 0 ? `${match.rest.join('.')}: ` : ''
    problems[match.field] = [
      ...(problems[match.field] ?? []),
      ...texts.map((message) => ({ message: part + message, ...at })),
    ]
  }
  return problems
}

/** Problems as one text: "Line 5: …"; null if there are none. */
export const textProblemWords = (problems: readonly TextProblem[] | undefined): string | null =>
  problems === undefined || problems.length === 0
    ? null
    : problems.map(({ line, message }) => (line === undefined ? message : `Line ${line}: ${message}`)).join(' ')
