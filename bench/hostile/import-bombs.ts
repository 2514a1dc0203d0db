/** Files that are small to send and expensive to read, or have content that no real flow has. */

export interface Bomb {
  name: string
  /** The `template` of an import; a text is created when it is sent, so that only one is in memory. */
  template: () => unknown
  /** Sent unchanged with these headers, instead of a JSON body. */
  raw?: () => { bytes: Uint8Array | string; headers: Record<string, string> }
}

const kB = 1024
const MB = 1024 * kB
const counted = (count: number) => Array.from({ length: count }, (_, index) => index)

/** The same object many times: it only expands when serialized. */
const times = (count: number, value: object) => Array.from({ length: count }, () => value)

const flowWith = (flow: object) => ({
  format: 'flow-template',
  format_version: '1.0',
  flow: { name: 'Bomb', nodes: [], edges: [], ...flow },
})
const node = (id: string, more: object = {}) => ({ id, type: 'note', name: 'n', ...more })
const nodesOf = (count: number, more: (index: number) => object = () => ({})) =>
  counted(count).map((index) => node(`n${index}`, more(index)))
const edgesOf = (count: number, to: (index: number) => number) =>
  counted(count).map((index) => ({ id: `e${index}`, source: `n${index}`, target: `n${to(index)}` }))

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = { a: value }
  return value
}

const nestedLists = (levels: number, width: number) =>
  `a0: &a0 x\n${counted(levels)
    .map((level) => `a${level + 1}: &a${level + 1} [${Array.from({ length: width }, () => `*a${level}`).join(', ')}]`)
    .join('\n')}\n`

/** Only the local header of a ZIP file, which claims 4 GB of content, for a reader that trusts it. */
const zip = Buffer.from('504b0304140000000800000021000000000000000000ffffffff0400000062', 'hex')

/** Each must be read off the main thread or refused. */
export const bombs: readonly Bomb[] = [
  { name: 'a million empty nodes', template: () => flowWith({ nodes: times(1_000_000, {}) }) },
  { name: '200,000 nodes', template: () => flowWith({ nodes: nodesOf(200_000) }) },
  {
    name: '20,000 nodes, 200,000 edges',
    template: () => flowWith({ nodes: nodesOf(20_000), edges: edgesOf(200_000, (index) => (index * 7) % 20_000) }),
  },
  {
    name: 'a million edges between missing nodes',
    template: () => flowWith({ edges: times(1_000_000, { source: 'a', target: 'b' }) }),
  },
  {
    name: 'a cycle of 5,000 nodes',
    template: () => flowWith({ nodes: nodesOf(5_000), edges: edgesOf(5_000, (index) => (index + 1) % 5_000) }),
  },
  {
    name: '300 nodes, each connected to each',
    template: () =>
      flowWith({
        nodes: nodesOf(300),
        edges: counted(90_000).map((index) => ({
          id: `e${index}`,
          source: `n${index % 300}`,
          target: `n${Math.floor(index / 300)}`,
        })),
      }),
  },
  {
    name: 'nodes that are their own parents',
    template: () => flowWith({ nodes: nodesOf(2_000, (index) => ({ parent: `n${(index + 1) % 2_000}` })) }),
  },
  {
    name: '2,000 nested parents',
    template: () => flowWith({ nodes: nodesOf(2_000, (index) => ({ parent: index === 0 ? null : `n${index - 1}` })) }),
  },
  { name: '10,000 times the same id', template: () => flowWith({ nodes: times(10_000, node('same')) }) },
  {
    name: 'names of prototypes',
    template: () =>
      flowWith({
        nodes: ['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''].map((id) =>
          node(id, { name: id, tool: id, config: JSON.parse('{"__proto__": {"polluted": 1}}') }),
        ),
        variables: [{ key: '__proto__', value: 1 }],
        settings: JSON.parse('{"__proto__": {"a": 1}}'),
      }),
  },
  {
    name: 'positions beyond any canvas',
    template: () =>
      flowWith({
        nodes: [1e308, -1e308, 1e-320, 5e300].map((x, index) =>
          node(`n${index}`, { position: { x, y: -x }, size: { width: x, height: x } }),
        ),
      }),
  },
  { name: 'a text of 20 MB', template: () => flowWith({ nodes: [node('n', { notes: 'x'.repeat(20 * MB) })] }) },
  { name: 'a name of 5 MB', template: () => flowWith({ name: 'x'.repeat(5 * MB) }) },
  {
    name: '20,000 texts with templates',
    template: () =>
      flowWith({
        nodes: nodesOf(20_000, () => ({
          type: 'message',
          config: { text: '{{ nodes.a.output.b | upcase }} {{ secrets.x }}' },
        })),
      }),
  },
  {
    name: 'an expression of 2 MB',
    template: () =>
      flowWith({
        nodes: [
          node('n', {
            type: 'transform',
            config: { language: 'jsonata', expression: `${'('.repeat(MB)}1${')'.repeat(MB)}` },
          }),
        ],
      }),
  },
  {
    name: 'a condition of 500 kB',
    template: () =>
      flowWith({
        nodes: [
          node('n', {
            type: 'condition',
            config: { language: 'cel', cases: [{ id: 'a', label: 'a', expression: `${'!'.repeat(500 * kB)}true` }] },
          }),
        ],
      }),
  },
  {
    name: 'a text that makes patterns backtrack',
    template: () => flowWith({ nodes: [node('n', { config: { text: `password=${'a='.repeat(200 * kB)}` } })] }),
  },
  {
    name: '300 kB that may be tokens',
    template: () => flowWith({ nodes: [node('n', { config: { text: `${'eyJ'.repeat(100 * kB)}.` } })] }),
  },
  { name: '60 levels', template: () => flowWith({ nodes: [node('n', { config: { deep: nested(55) } })] }) },
  { name: '100,000 levels as text', template: () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}` },
  { name: '12 MB of braces', template: () => '{}'.repeat(6 * MB) },
  { name: '12 MB of {} in a list', template: () => `[${'{},'.repeat(4 * MB)}{}]` },
  { name: '12 MB of brackets', template: () => '['.repeat(12 * MB) },
  { name: '12 MB of digits', template: () => '9'.repeat(12 * MB) },
  {
    name: 'JSON in JSON in JSON',
    template: () => counted(8).reduce((text) => JSON.stringify({ flow: text }), '{"flow":{"nodes":[]}}'),
  },
  { name: 'YAML: nine laughs', template: () => nestedLists(9, 9) },
  {
    name: 'YAML: 160 kB of anchors and aliases',
    template: () => '- &a &a x\n'.repeat(8_000) + '- *a\n'.repeat(20_000),
  },
  { name: 'YAML: 160 kB of "&a "', template: () => '&a '.repeat(53_000) },
  { name: 'YAML: 160 kB of "!a "', template: () => '!a '.repeat(53_000) },
  { name: 'YAML: 160 kB of equal keys', template: () => 'a: 1\n'.repeat(32_000) },
  { name: 'YAML: 160 kB of brackets', template: () => '- [[[[[[[[\n'.repeat(14_000) },
  { name: 'YAML: 200 kB of flow mappings', template: () => '{a: '.repeat(50_000) },
  { name: 'YAML: 250 kB of question marks', template: () => '? '.repeat(125_000) },
  { name: 'YAML: 250 kB of dashes', template: () => '- '.repeat(125_000) },
  { name: 'YAML: 250 kB of quotes', template: () => `a: "${'\\x'.repeat(125_000)}` },
  { name: 'YAML: many documents', template: () => '--- a\n'.repeat(40_000) },
  { name: 'YAML: a cycle', template: () => 'flow: &a\n  nodes: [*a]\n  name: b\n' },
  {
    name: 'YAML: 2 MB of indents',
    template: () =>
      counted(1_900)
        .map((depth) => `${' '.repeat(depth)}a:`)
        .join('\n'),
  },
  {
    name: 'YAML: merge keys that double',
    template: () =>
      `a0: &a0 {x: 1}\n${counted(24)
        .map((level) => `a${level + 1}: &a${level + 1} {<<: [*a${level}, *a${level}]}`)
        .join('\n')}\n`,
  },
  {
    name: 'YAML: function tags',
    template: () => 'flow: !!js/function "function(){}"\nnodes: !!python/object/apply:os.system ["true"]\n',
  },
  { name: 'a ZIP as text', template: () => zip.toString('latin1').repeat(1_000) },
  {
    name: 'bytes of a ZIP',
    template: () => null,
    raw: () => ({ bytes: zip, headers: { 'content-type': 'application/zip' } }),
  },
  {
    name: 'a body falsely labelled as gzip',
    template: () => null,
    raw: () => ({
      bytes: Buffer.from('1f8b08000000000000ffabaa0500a2f6c12302000000', 'hex'),
      headers: { 'content-encoding': 'gzip' },
    }),
  },
  {
    name: '33 MB',
    template: () => null,
    raw: () => ({ bytes: `{"template": "${'x'.repeat(33 * MB)}"}`, headers: {} }),
  },
  {
    name: 'XML with entities',
    template: () => `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(1_000)}">]><a>${'&b;'.repeat(20_000)}</a>`,
  },
  {
    name: 'n8n with 50,000 connections',
    template: () => ({
      nodes: nodesOf(5, () => ({ type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {}, position: [0, 0] })),
      connections: { n: { main: [times(50_000, { node: 'n', type: 'main', index: 0 })] } },
    }),
  },
  {
    name: 'Node-RED with 30,000 wires',
    template: () => [
      { id: 't', type: 'tab', label: 'T' },
      ...counted(300).map((index) => ({
        id: `r${index}`,
        z: 't',
        type: 'function',
        func: 'return msg',
        wires: [counted(100).map((to) => `r${to}`)],
      })),
    ],
  },
  {
    name: 'hostile names',
    template: () =>
      flowWith({
        name: '<img src=x onerror=alert(1)>',
        nodes: ["'; drop table flow; --", '${7*7}', '{{7*7}}', '\u202Eevil', '=cmd|calc', '../../etc/passwd'].map(
          (name, index) => node(`n${index}`, { name }),
        ),
      }),
  },
]
