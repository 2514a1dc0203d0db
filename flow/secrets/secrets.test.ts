import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonRecord } from '#lib/json/json.ts'
import { emptyFlow, makeNode } from '#flow/draft.ts'
import type { FlowParts } from '#flow/leaves.ts'
import { redactFlow } from './secrets.ts'

const flowWith = (config: JsonRecord): FlowParts => ({
  ...emptyFlow(),
  name: 'f',
  nodes: [makeNode({ id: 'n', type: 'api', name: 'n', config })],
})
const redacted = (config: JsonRecord) => redactFlow(flowWith(config)).flow.nodes[0]?.config

const canary = 'kan4ry-Zx81qP07LmWv'

test.each<[string, JsonRecord]>([
  ['a password', { password: canary }],
  ['a short password', { password: canary.slice(0, 8) }],
  ['a key in camel case', { apiKey: canary }],
  ['a key in kebab case', { headers: { 'X-Api-Key': canary } }],
  ['a key in capitals', { env: { STRIPE_SECRET_KEY: canary, DB_PASSWORD: canary } }],
  ['an authorization header', { headers: { Authorization: `Bearer ${canary}` } }],
  ['a basic header', { headers: { authorization: `Basic ${canary}` } }],
  ['a URL signature', { query: { sig: canary } }],
  ['a cookie header', { headers: { Cookie: `sid=${canary}` } }],
  ['a pair of name and value', { parameters: [{ name: 'Authorization', value: canary }] }],
  ['a pair of key and value', { rows: [{ key: 'client_secret', value: canary }] }],
  ['a field marked as secret', { field: { name: 'pin', value: canary, secret: true } }],
  ['a field of type secret', { fields: [{ name: 'x', value_type: 'secret', value: canary }] }],
  ['credentials', { credentials: { user: 'me', password: canary, host: canary } }],
  ['a list of tokens', { secrets: [canary] }],
  ['a nested value', { password: { type: 'string', value: canary } }],
  ['an n8n expression', { token: `=${canary}` }],
  ['a bearer token in a header line', { curl: `curl -H "Authorization: Bearer ${canary}" https://a.example` }],
  ['a JWT in text', { text: `use eyJhbGciOiJIUzI1NiJ9.${canary}.abcdefgh now` }],
  ['an sk- token', { note: `key: sk-${canary}` }],
  ['a ghp_ token', { url: `https://a.example/?t=ghp_${canary.replaceAll('-', '')}` }],
  ['a Slack token', { text: `xoxb-${canary}` }],
  ['a password in a URL', { url: `postgres://me:${canary}@db.example.com/x` }],
  ['a key in a query', { url: `https://a.example/x?a=1&api_key=${canary}&b=2` }],
  ['a password in code', { source: `const a = 1\nconst password = '${canary}'\n` }],
  ['a token in code', { source: `fetch(u, { headers: { "x-auth-token": "${canary}" } })` }],
  ['a password in SQL', { query: `CREATE USER me IDENTIFIED BY '${canary}'` }],
  ['a password in PostgreSQL', { query: `ALTER ROLE me WITH PASSWORD '${canary}'` }],
  ['a private key', { text: `-----BEGIN PRIVATE KEY-----\n${canary.replaceAll('-', '')}\n-----END PRIVATE KEY-----` }],
  ['JSON in text', { body: JSON.stringify({ access_token: canary }) }],
  ['an unusual key with a random value', { myKeyMaterial: canary }],
  ['a password named pass', { smtp: { user: 'me', pass: canary } }],
  ['a field whose id names a secret', { inputs: [{ id: 'api_key', type: 'STRING', defaults: canary }] }],
  ['a field of type SECRET', { inputs: [{ id: 'x', type: 'SECRET', defaults: canary }] }],
  ['a host that is a secret', { credentials: { host: canary } }],
  ['a default in an expression', { token: `={{ $json.token || "${canary}" }}` }],
  ['a nullish default in an expression', { apiKey: `={{ $env.KEY ?? '${canary}' }}` }],
  ['an expression that is a literal', { password: `={{ "${canary}" }}` }],
])('%s is redacted', (_, config) => {
  const text = JSON.stringify(redacted(config))
  expect(text).toContain('{{ secrets.')
  expect(text).not.toContain(canary)
  expect(text).not.toContain(canary.replaceAll('-', ''))
  expect(text).not.toContain('kan4ry')
})

test.each<[string, JsonRecord]>([
  ['a reference', { password: '{{ secrets.db }}', headers: { Authorization: 'Bearer {{ secrets.api }}' } }],
  ['an n8n expression', { token: '={{ $json.token }}', password: "={{ $('Login').item.json.password }}" }],
  ['a Node-RED variable', { password: '${DB_PASSWORD}' }],
  ['an empty value', { password: '', token: null, secret: true }],
  ['numbers that are settings', { max_tokens: 4096, tokenLimit: 128_000, keyIndex: 123_456 }],
  ['schema types', { properties: { password: { type: 'string', description: 'Your password' } }, token: 'string' }],
  [
    'names of credential types',
    { nodeCredentialType: 'googleSheetsOAuth2Api', authentication: 'genericCredentialType' },
  ],
  [
    'names of credentials',
    { credentials: { httpHeaderAuth: { id: 'o5akNgXQQR74Sezh', name: 'Header Auth account' } } },
  ],
  ['plain keys', { key: 'customer', sort_key: 'created_at', primaryKey: 'id', keyboard: 'qwerty' }],
  ['ids', { documentKey: 'e98ebb29-2c67-4f73-8021-ac543e1cd794', id: 'a1b2c3d4e5f6a7b8c9d0' }],
  ['addresses', { url: 'https://user@example.com:8080/a?page=2&sort=key', mail: 'me:you@example.com' }],
  [
    'prose about secrets',
    { text: 'Basic authentication with a token. The password is “in the safe”. Bearer of news.' },
  ],
  [
    'names of credentials in old n8n files',
    { credentials: { slackApi: 'My Slack account', aws: 'ses', smtp: 'me@example.com' } },
  ],
  ['fields beside credentials', { credentials: { registry: 'https://index.docker.io/v1/', host: 'ghcr.io' } }],
  ['a variable of Windmill', { token: '$var:f/shop/token', password: '$res:u/ann/db_2' }],
  ['a shell variable', { headers: { Authorization: 'Bearer $OPENAI_API_KEY' } }],
  ['an expression with braces', { credentials: '={{ $json.nodes.map((node) => { return { ...node } }) }}' }],
  ['the name of a variable with a secret', { oauthToken: 'zendesk_oauth_token', privateToken: '=gitlabToken' }],
  ['a placeholder', { password: 'yourpassword', token: '[Your PiAPI Key]', apiKey: 'APIKEYHERE' }],
  ['a masked value', { token: 'XXXX-YYYY-ZZZZ-XXXX', apiKey: 'APY*******************', auth: 'Basic xxxx==' }],
  ['a file name', { GOOGLE_APPLICATION_CREDENTIALS: 'gcp-svc-account.json' }],
  ['token amounts and page tokens', { maxToken: 4096, next_token: '7140k9', nextPageToken: 'CAUQAA1b2c3d4e5f6' }],
  ['a value that is marked as a test', { authDomain: 'hgap.bitrix24.eu', sessionKey: `test-${randomUUID()}` }],
  [
    'code without literals',
    { source: 'const password = process.env.PASSWORD; const token = await login({ password })' },
  ],
])('%s is unchanged', (_, config) => {
  expect(redacted(config)).toEqual(config)
})

test('secrets in text outside the config are redacted', () => {
  const token = `ghp_${canary.replaceAll('-', '')}`
  const flow: FlowParts = {
    name: `name ${token}`,
    description: `see ${token}`,
    nodes: [
      {
        ...makeNode({ id: 'n', type: 'note', name: `node ${token}`, notes: `sk-${canary}` }),
        extra: { cookie: canary },
      },
    ],
    edges: [
      {
        id: 'e',
        source: 'n',
        target: 'n',
        source_handle: null,
        target_handle: null,
        label: token,
        condition: `x == "${token}"`,
        data: { secret: canary },
      },
    ],
    metadata: {
      source: { pinData: { a: [{ headers: { authorization: canary } }] }, staticData: { accessToken: canary } },
    },
    variables: [
      { key: 'API_TOKEN', value: canary },
      { key: 'plain', value: { password: canary } },
    ],
    settings: { credential: canary, pin: { password: 123_456 } },
  }
  const result = redactFlow(flow)
  const text = JSON.stringify(result.flow)
  expect(text).not.toContain(canary)
  expect(text).not.toContain(token)
  expect(text).not.toContain('123456')
  expect(result.redacted).toEqual([
    'name',
    'description',
    'nodes.n.name',
    'nodes.n.notes',
    'nodes.n.extra.cookie',
    'edges.e.label',
    'edges.e.condition',
    'edges.e.data.secret',
    'variables.API_TOKEN.value',
    'variables.plain.value.password',
    'metadata.source.pinData.a.0.headers.authorization',
    'metadata.source.staticData.accessToken',
    'settings.credential',
    'settings.pin.password',
  ])
})

test('each secret value has one key, which is not a key in use', () => {
  expect(
    redacted({
      a: { password: 'first-1' },
      b: { password: 'second-2' },
      c: { passwd: 'first-1' },
      d: '{{ secrets.password }}',
    }),
  ).toEqual({
    a: { password: '{{ secrets.password_2 }}' },
    b: { password: '{{ secrets.password_3 }}' },
    c: { passwd: '{{ secrets.password_2 }}' },
    d: '{{ secrets.password }}',
  })
})

test.each<[string, string, string]>([
  [
    'a default',
    `const key = process.env.SUPABASE_KEY || "${canary}"; run(key)`,
    'const key = process.env.SUPABASE_KEY || "{{ secrets.key }}"; run(key)',
  ],
  [
    'a default of an environment variable',
    `token = os.getenv("API_TOKEN", "${canary}")`,
    'token = os.getenv("API_TOKEN", "{{ secrets.api_token }}")',
  ],
  [
    'a header',
    `headers = {'X-Api-Key': 'Bearer ${canary}'}`,
    "headers = {'X-Api-Key': 'Bearer {{ secrets.bearer_token }}'}",
  ],
  ['a keyword argument', `Client(api_key="hunter22", timeout=3)`, 'Client(api_key="{{ secrets.api_key }}", timeout=3)'],
  ['escaped JSON in text', `{\\"password\\": \\"hunter22\\"}`, `{\\"password\\": \\"{{ secrets.password }}\\"}`],
  ['a note', `**Password:** Tr0ub4dor&3\nNext`, '**Password:** {{ secrets.password }}\nNext'],
])('%s is replaced without changing quotes or surrounding text', (_, source, expected) => {
  expect(redacted({ source })).toEqual({ source: expected })
})

test('a redacted flow is not changed by redacting it again', () => {
  const key = fc.constantFrom(
    'password',
    'token',
    'text',
    'value',
    'name',
    'Authorization',
    'key',
    'credentials',
    'cookies',
  )
  const text = fc
    .array(
      fc.constantFrom(
        'Bearer ',
        'sk-abcdefgh123',
        'password="',
        'token = ',
        '|| ',
        '\\"',
        "'",
        '`',
        '\n',
        'getenv("KEY", ',
        'Cookie: a=b1c2d3e4',
        '; ',
        'api_key: ',
        'Kd9x82hQ0zLmA7wP3v',
        'a1b2c3d4',
        '"',
        '://u:',
        '@h',
        '{{ secrets.x }}',
        ' ',
        '?token=',
        '{{',
        '}}',
        'eyJhbGci',
        '.',
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join(''))
  const value = fc.oneof(text, fc.dictionary(key, text, { maxKeys: 3 }), fc.array(text, { maxLength: 2 }))
  fc.assert(
    fc.property(fc.dictionary(key, value, { maxKeys: 4 }), (config) => {
      const once = redactFlow(flowWith(config)).flow
      const twice = redactFlow(once)
      expect(twice.flow).toEqual(once)
      expect(twice.redacted).toEqual([])
    }),
    { numRuns: 2000 },
  )
})

test('ten megabytes of incomplete secrets are scanned in linear time', () => {
  const prefixes = [
    'eyJ~password ~password="~password=~token:~token = SecretStr("~--password "~getenv("KEY", ~token: "abc" || ~token = a || ~key',
    "password: '''~**Password**\n~server=a;password=~user=a;~create user x identified by ~cookie: a=b1; c=d~curl -u a~://a:~a://b@",
    '-----BEGIN ~-----BEGIN PRIVATE KEY-----~Bearer ~authorization: basic ~1~a1B2-~12345678:~sk-~?token=~/hooks/~<password>~{{~}}',
    '${~\\"~"~`~0123456789abcdef~a1/~[your ~create user "a" ',
  ].flatMap((line) => line.split('~'))
  const hostile = prefixes.map((beginning) => beginning.repeat(250_000 / beginning.length))
  expect(redactFlow(flowWith({ hostile, token: '{{'.repeat(500_000) })).redacted).toBeDefined()
})

test('the given flow is not changed, and a shared object is redacted in both places', () => {
  const shared = { name: 'Authorization', value: canary }
  const flow = flowWith({ first: shared, second: [shared], plain: { kept: 1 } })
  const before = structuredClone(flow)
  const clean = redactFlow(flow)
  expect(flow).toEqual(before)
  expect(JSON.stringify(clean.flow)).not.toContain(canary)
  expect(clean.redacted).toEqual(['nodes.n.config.first.value', 'nodes.n.config.second.0.value'])
  expect(clean.flow.nodes[0]?.config['plain']).toBe(flow.nodes[0]?.config['plain'])
})
