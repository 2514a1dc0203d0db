import { expect, test } from 'vitest'
import { emptyFlow, makeNode } from './draft.ts'
import { requiresOf } from './requires.ts'
import { secretKeysIn } from './secret-references.ts'
import { redactFlow } from './secrets/secrets.ts'

test.each<[string, string[]]>([
  ['{{ secrets.key }} and {{- secrets.other | upcase -}}', ['key', 'other']],
  ['{{ secrets["key"] }}{{ secrets[ \'other\' ] }}', ['key', 'other']],
  ['{% assign q = secrets.key | upcase %}{{ q }}', ['key']],
  ['{%- if secrets.key == secrets["other"] -%}x{%- endif -%}', ['key', 'other']],
  ['{% liquid\n  assign q = secrets.key\n  echo q\n%}', ['key']],
  ['{{ "}}" | append: secrets.key }}', ['key']],
  ['{{ \'{"a":{"b":"X"}}\' | replace: "X", secrets.key }}', ['key']],
  ['{{ "" | append: secrets.key }}', ['key']],
  ["{% raw %}{{ don't }}{% endraw %}{{ secrets.key }} it's", ['key']],
  ['{{ "a" | split: "," | group_by_exp: "i", "secrets.key" }}', ['key']],
  ['{{ secrets.my-key }}', ['my-key']],
  ['{{ a }} is in secrets.json of {{ b }}', []],
  ['secrets.key {{ $secrets.key }} {{ x.secrets.key }} {{ mysecrets.key }}', []],
  ['{{ secrets[name] }} {{ secrets.first }', []],
  [`{{ secrets.${'k'.repeat(64)} }}`, []],
])('%s names %j', (text, keys) => expect(secretKeysIn(text)).toEqual(keys))

test.each(['{{', '{{ "', '{{"}}"{{\'}}\'', "{{ '}}' ", '{{secrets.', '{% secrets[', 'secrets ', "secrets['"])(
  'a text that repeats %s is read in linear time',
  (part) => {
    const before = process.cpuUsage()
    secretKeysIn(`${part.repeat(2_000_000 / part.length)} secrets`)
    // A search that starts again at each part would take hours.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(20_000)
  },
)

test('a secret named only in a tag or in brackets is required, and the reference is unchanged', () => {
  const config = {
    url: 'https://a.example/{% assign q = secrets.in_tag | upcase %}{{ q }}',
    headers: {
      authorization: '{% liquid\n assign t = secrets.in_lines\n echo t\n%}',
      'x-key': '{{ secrets["bracket"] }}',
    },
  }
  const flow = { ...emptyFlow(), name: 'f', nodes: [makeNode({ id: 'n', type: 'api', name: 'n', config })] }
  const { requires, secretPaths } = requiresOf(flow)
  expect(requires.secrets).toEqual(['bracket', 'in_lines', 'in_tag'])
  expect(secretPaths).toHaveLength(3)
  expect(redactFlow(flow)).toMatchObject({ flow, redacted: [] })
})

test('a redacted secret does not get a key that a tag already names', () => {
  const config = { text: '{% if secrets.password %}x{% endif %}', password: 'kan4ry-Zx81qP07LmWv' }
  const nodes = [makeNode({ id: 'n', type: 'api', name: 'n', config })]
  const { flow } = redactFlow({ ...emptyFlow(), name: 'f', nodes })
  expect(flow.nodes[0]?.config['password']).toBe('{{ secrets.password_2 }}')
})
