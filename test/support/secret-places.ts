/** Places in a flow for a text with a secret, each with the language of that place. */
import { Script } from 'node:vm'
import { emptyFlow, makeNode } from '#flow/draft.ts'
import { eachLeaf, type FlowParts, pathOf } from '#flow/leaves.ts'
import type { JsonRecord } from '#lib/json/json.ts'

export interface SecretPlace {
  name: string
  /** The text encoded for this place. */
  encode: (text: string) => string
  /** Content before and after the text. */
  before: string
  after: string
  /** The flow with this content. */
  flowOf: (content: string) => FlowParts
  /** Throws if the content is no longer valid in its language. */
  parse: (content: string) => unknown
}

const same = (text: string): string => text
const asString = (text: string): string => JSON.stringify(text).slice(1, -1)
const parseNothing = (text: string): unknown => text
const parseJson = (text: string): unknown => JSON.parse(text)
/** Compiles code without running it. */
const parseScript = (text: string): unknown => new Script(`(async function () {\n${text}\n})`)

const ofNode = (config: JsonRecord): FlowParts => ({
  ...emptyFlow(),
  name: 'f',
  nodes: [makeNode({ id: 'n', type: 'code', name: 'n', config })],
})
const ofConfig = (text: string): FlowParts => ofNode({ text })
const edge = {
  id: 'e',
  source: 'n',
  target: 'n',
  source_handle: null,
  target_handle: null,
  label: null,
  condition: null,
}

const place = (
  name: string,
  [before, after]: readonly [string, string] = ['', ''],
  rest: Partial<SecretPlace> = {},
): SecretPlace => ({ name, before, after, encode: same, flowOf: ofConfig, parse: parseNothing, ...rest })

export const secretPlaces: readonly SecretPlace[] = [
  place('a prompt', ['You are a helper for orders. Keys are in the vault.\n\n', '\n\nAnswer in one sentence.']),
  place('a note in Markdown', ['# Set-up\n\n1. Add the `API_TOKEN`, `BASE_URL` secrets.\n2. Then:\n\n', '\n\nDone.']),
  place('a block of code in Markdown', ['Example:\n\n```\n', '\n```\n\nThe message is identified by `msg.id`.']),
  place(
    'a string of JavaScript',
    ['const headers = { "x-token": x_token, "Content-Type": "a/b" }\nconst text = "', '"\nreturn text'],
    {
      encode: asString,
      parse: parseScript,
    },
  ),
  place('a comment of JavaScript', ['const token = read("token", "id")\n/* \n', '\n */\nreturn token'], {
    parse: parseScript,
  }),
  place(
    'a string of Python',
    ['import os\nif hasattr(self.token, "get_secret_value"):\n    text = "', '"\n    print(text)\n'],
    {
      encode: asString,
    },
  ),
  place('a text of Python', ['TEXT = """\n', '\n"""\nfields = ["token", "username"]\n']),
  place('a text of SQL', ['SELECT token, "created_at" FROM log;\n-- ', '\nSELECT 1;']),
  place('JSON', ['{"key": "id", "token": null, "text": "', '", "last": 1}'], { encode: asString, parse: parseJson }),
  place('JSON in JSON', ['{"body": "{\\"type\\": \\"token\\", \\"text\\": \\"', '\\"}"}'], {
    encode: (text) => asString(asString(text)),
    parse: parseJson,
  }),
  place('YAML', ['token: null\ntext: |\n  ', '\nlast: 1\n'], { encode: (text) => text.replaceAll('\n', '\n  ') }),
  place('a comment of HTML', ['<label for="password">Password:</label>\n<!-- ', ' -->\n<p>Text</p>']),
  place('an expression of n8n', ['={{ $json.note || "', '" }}'], { encode: asString }),
  place('a pair of name and value', undefined, { flowOf: (value) => ofNode({ fields: [{ name: 'note', value }] }) }),
  place('a list in a list', undefined, { flowOf: (text) => ofNode({ rows: [['a', text], [{ b: [text] }]] }) }),
  place('the condition of an edge', ['order.total > 1 and note == ', ''], {
    flowOf: (condition) => ({ ...ofNode({}), edges: [{ ...edge, condition }] }),
  }),
  place('the label of an edge', undefined, { flowOf: (label) => ({ ...ofNode({}), edges: [{ ...edge, label }] }) }),
  place('a variable', undefined, {
    flowOf: (text) => ({ ...ofNode({}), variables: [{ key: 'note', value: { inside: [text] } }] }),
  }),
  place('recorded data', undefined, {
    flowOf: (body) => ({ ...ofNode({}), metadata: { source: { pinData: { Webhook: [{ json: { body } }] } } } }),
  }),
  place('a description', ['Orders. ', ' See the handbook.'], {
    flowOf: (description) => ({ ...ofNode({}), description }),
  }),
]

const leavesOf = (flow: FlowParts): Map<string, string> => {
  const leaves = new Map<string, string>()
  eachLeaf(flow, (leaf) => leaves.set(pathOf(leaf), String(leaf.value)))
  return leaves
}

/** Damage to a flow beyond the removal of the secret; empty if there is none. */
export function damageOf(at: SecretPlace, text: string, redact: (flow: FlowParts) => FlowParts): string[] {
  const content = at.before + at.encode(text) + at.after
  const before = leavesOf(at.flowOf(content))
  const after = leavesOf(redact(at.flowOf(content)))
  const damage: string[] = []
  for (const [path, value] of before) {
    const now = after.get(path)
    if (now === value) continue
    if (now === undefined || value !== content) damage.push(`${path} changed`)
    else if (!now.startsWith(at.before) || !now.endsWith(at.after)) damage.push(`${path} has changed outside the text`)
    else
      try {
        at.parse(now)
      } catch {
        damage.push(`${path} no longer parses`)
      }
  }
  return damage
}

/** Whether the secret is removed from a flow with the text at this place. */
export const isSecretRemoved = (
  at: SecretPlace,
  text: string,
  secret: string,
  redact: (flow: FlowParts) => FlowParts,
): boolean => !JSON.stringify(redact(at.flowOf(at.before + at.encode(text) + at.after))).includes(secret)
