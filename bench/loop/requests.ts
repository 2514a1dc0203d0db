/** Requests that cause much work with few bytes. */
import { sized } from '#bench/harness.ts'

export interface HostileRequest {
  name: string
  method: string
  path: string
  body?: string
}

/** Bytes of a text where up to 32 MB are allowed, and of an ordinary body. */
const fileSize = sized(250_000, 2_000)
const bodySize = sized(1_000_000, 5_000)

const repeated = (part: string, size: number) => part.repeat(Math.floor(size / part.length))

function counted(part: (index: number) => string, size: number): string {
  const parts: string[] = []
  for (let length = 0, index = 0; length < size; index += 1) {
    const next = part(index)
    parts.push(next)
    length += next.length + 1
  }
  return parts.join(',')
}

const list = (item: string, size: number) => `[${counted(() => item, size)}]`

const yaml: Readonly<Record<string, string>> = {
  anchors: repeated('&a ', fileSize),
  tags: repeated('!a ', fileSize),
  'lines of tags': repeated('!a\n', fileSize),
  questions: repeated('? ', fileSize),
  'equal keys': repeated('a: 1\n', fileSize),
  brackets: repeated('[', fileSize),
  'a flow sequence': `[${repeated('1,', fileSize)}]`,
  'lines of a text': `a: ${repeated('b\n ', fileSize)}`,
  directives: repeated('%a\n', fileSize),
  aliases: `a: &a 1\nb: [${repeated('*a,', fileSize)}]`,
  'deep lists': repeated('- ', fileSize),
}

const json: Readonly<Record<string, string>> = {
  'empty nodes': `{"nodes":${list('{}', fileSize)},"edges":[]}`,
  'nodes of a template': `{"format":"flow-template","flow":{"nodes":${list('{}', fileSize)},"edges":[]}}`,
  edges: `{"nodes":[{"id":"a"}],"edges":${list('{"source":"a","target":"a"}', fileSize)}}`,
  references: `{"nodes":[{"config":{"a":${list('"{{ secrets.a }}"', fileSize)}}}],"edges":[]}`,
  addresses: `{"nodes":[{"config":{"a":"${repeated('https://a:b@', fileSize)}"}}],"edges":[]}`,
  'deep metadata': `{"nodes":[],"edges":[],"metadata":${'{"a":'.repeat(60)}${list('{}', fileSize)}${'}'.repeat(60)}}`,
}

const values: Readonly<Record<string, string>> = {
  objects: list('{}', bodySize),
  numbers: list('1', bodySize),
  keys: `{${counted((index) => `"k${index}":1`, bodySize)}}`,
  texts: list('"{{ a | b: c }}"', bodySize),
  brackets: `{"a":${list('[[[]]]', bodySize)}}`,
}

const imported = ([name, text]: [string, string], format: string): HostileRequest => ({
  name: `import of ${format}: ${name}`,
  method: 'POST',
  path: '/flow/import/',
  body: format === 'JSON' ? `{"template":${text}}` : JSON.stringify({ template: text }),
})

const rule = { field: 'label', op: 'in', value: Array.from({ length: 100 }, (_, index) => `label ${index}`) }
const filter = JSON.stringify({ or: Array.from({ length: 50 }, () => rule) })

const query = (name: string, path: string): HostileRequest => ({ name, method: 'GET', path })

export const hostile: readonly HostileRequest[] = [
  ...Object.entries(yaml).map((one) => imported(one, 'YAML')),
  ...Object.entries(json).map((one) => imported(one, 'JSON')),
  ...Object.entries(values).flatMap(([name, text]): HostileRequest[] => [
    {
      name: `a tool with a schema of ${name}`,
      method: 'POST',
      path: '/tool/',
      body: `{"name":"a","category":"transform","config":{"language":"jsonata","expression":"a"},"input_schema":{"enum":${text}}}`,
    },
    { name: `a schema to check: ${name}`, method: 'POST', path: '/tool/check/', body: `{"schema":{"a":${text}}}` },
    { name: `an unknown field: ${name}`, method: 'POST', path: '/flow/', body: `{"name":"a","x":${text}}` },
  ]),
  query('filter of 50 rules with 100 values', `/conversation/?filter=${encodeURIComponent(filter).slice(0, 15_000)}`),
  query('search of many words', `/conversation/?q=${repeated('a%20', 2_000)}`),
  query('search of flows', `/flow/?search=${repeated('a%20', 1_500)}`),
  {
    name: 'sign-in with a wrong password',
    method: 'POST',
    path: '/session/',
    body: JSON.stringify({ email: 'nobody@bench.example', password: 'x'.repeat(100) }),
  },
]
