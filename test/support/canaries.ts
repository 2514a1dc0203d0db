/**
 * Secrets of every form, generated from a mark that is searched for afterwards: tokens in the formats of their vendors
 * (https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns), none of
 * them real. `mark` is letters and digits, upper and lower case, at least 30 of them; split where a format requires it.
 */
const base64 = (text: string) => Buffer.from(text).toString('base64')
const hex = (text: string) => Buffer.from(text).toString('hex')

/** The mark of a canary, in its random part: 40 letters and digits. */
export const markOf = (number: number): string =>
  `Zq7R${String(number).padStart(4, '0')}kV3mXw9TbL5yHs2NfJ8cPd4GuE6aQr1W`

export interface Canary {
  shape: string
  /** A text that contains the secret, for any place. */
  text: string
  /** The part that must not be found anywhere afterwards. */
  secret: string
}

type Shape = readonly [shape: string, text: (mark: string) => string, secret?: (mark: string) => string]

const shapes: readonly Shape[] = [
  ['bearer', (mark) => `Send it with Authorization: Bearer ${mark} please`],
  [
    'basic',
    (mark) => `curl -H "Authorization: Basic ${base64(`me:${mark}`)}"`,
    (mark) => base64(`me:${mark}`).slice(8, 40),
  ],
  ['url', (mark) => `postgres://admin:${mark}@db.example.com:5432/shop`],
  ['url without a user name', (mark) => `redis://:${mark}@cache.example.com`],
  ['url with a token as user name', (mark) => `https://${mark}@git.example.com/shop.git`],
  ['aws key id', (mark) => `AKIA${mark.toUpperCase().slice(0, 16)}`, (mark) => mark.toUpperCase().slice(0, 16)],
  ['aws secret in a file', (mark) => `[default]\naws_secret_access_key = ${mark}\nregion = eu-west-1`],
  [
    'aws signed URL',
    (mark) => `https://b.s3.amazonaws.com/a?X-Amz-Expires=60&X-Amz-Signature=${hex(mark).slice(0, 64)}`,
    (mark) => hex(mark).slice(0, 64),
  ],
  ['azure signed URL', (mark) => `https://b.blob.core.windows.net/a?sv=2024&sig=${mark}%3D`],
  [
    'azure connection',
    (mark) => `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${mark}==;EndpointSuffix=core.windows.net`,
  ],
  ['github', (mark) => `the token ghp_${mark.slice(0, 36)} is mine`, (mark) => mark.slice(0, 36)],
  ['github app', (mark) => `ghs_${mark.slice(0, 36)}`, (mark) => mark.slice(0, 36)],
  ['github fine-grained', (mark) => `github_pat_11ABCDEFG0${mark}`],
  ['gitlab', (mark) => `glpat-${mark.slice(0, 20)}`, (mark) => mark.slice(0, 20)],
  ['slack bot', (mark) => `xoxb-123456789012-1234567890123-${mark.slice(0, 24)}`, (mark) => mark.slice(0, 24)],
  ['slack app', (mark) => `xapp-1-A012ABCDEFG-1234567890123-${mark}`],
  [
    'slack hook',
    (mark) => `https://hooks.slack.com/services/T00000000/B00000000/${mark.slice(0, 24)}`,
    (mark) => mark.slice(0, 24),
  ],
  ['discord hook', (mark) => `https://discord.com/api/webhooks/1234567890/${mark}`],
  ['teams hook', (mark) => `https://example.webhook.office.com/webhookb2/${mark}@tenant/IncomingWebhook/${mark}/x`],
  ['stripe', (mark) => `sk_live_${mark}`],
  ['stripe restricted', (mark) => `rk_test_${mark}`],
  ['stripe hook', (mark) => `whsec_${mark}`],
  ['openai', (mark) => `sk-${mark}`],
  ['openai project', (mark) => `sk-proj-${mark}-T3Blbk_${mark}`],
  ['anthropic', (mark) => `sk-ant-api03-${mark}`],
  ['google key', (mark) => `AIza${mark.slice(0, 35)}`, (mark) => mark.slice(0, 35)],
  ['google token', (mark) => `ya29.${mark}`],
  ['google client', (mark) => `GOCSPX-${mark.slice(0, 28)}`, (mark) => mark.slice(0, 28)],
  ['sendgrid', (mark) => `SG.${mark.slice(0, 22)}.${mark}`],
  ['mailgun', (mark) => `key-${hex(mark).slice(0, 32)}`, (mark) => hex(mark).slice(0, 32)],
  [
    'telegram',
    (mark) => `https://api.telegram.org/bot1234567890:AA${mark.slice(0, 33)}/getMe`,
    (mark) => mark.slice(0, 33),
  ],
  ['hugging face', (mark) => `hf_${mark.slice(0, 34)}`, (mark) => mark.slice(0, 34)],
  ['npm', (mark) => `npm_${mark.slice(0, 36)}`, (mark) => mark.slice(0, 36)],
  ['pypi', (mark) => `pypi-AgEIcHlwaS5vcmc${mark}`],
  ['docker', (mark) => `dckr_pat_${mark.slice(0, 27)}`, (mark) => mark.slice(0, 27)],
  ['digital ocean', (mark) => `dop_v1_${hex(mark).slice(0, 64)}`, (mark) => hex(mark).slice(0, 64)],
  ['shopify', (mark) => `shpat_${hex(mark).slice(0, 32)}`, (mark) => hex(mark).slice(0, 32)],
  ['notion', (mark) => `ntn_${mark}`],
  ['linear', (mark) => `lin_api_${mark}`],
  ['airtable', (mark) => `pat${mark.slice(0, 14)}.${hex(mark).slice(0, 64)}`, (mark) => hex(mark).slice(0, 64)],
  ['groq', (mark) => `gsk_${mark}`],
  ['replicate', (mark) => `r8_${mark.slice(0, 37)}`, (mark) => mark.slice(0, 37)],
  [
    'jwt',
    (mark) =>
      `${base64('{"alg":"HS256"}').replace(/=+$/, '')}.${base64(`{"sub":"${mark}"}`).replace(/=+$/, '')}.${mark}`,
  ],
  [
    'private key',
    (mark) =>
      `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${mark}\n${mark}\n-----END RSA PRIVATE KEY-----`,
  ],
  [
    'private key in one line',
    (mark) => `"-----BEGIN PRIVATE KEY-----\\n${mark}\\n${mark}\\n-----END PRIVATE KEY-----\\n"`,
  ],
  ['truncated private key', (mark) => `-----BEGIN OPENSSH PRIVATE KEY-----\n${mark}${mark}\n`],
  ['pgp key', (mark) => `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${mark}\n=abcd\n-----END PGP PRIVATE KEY BLOCK-----`],
  ['password in code', (mark) => `const password = "${mark}"`],
  ['password in JSON', (mark) => JSON.stringify({ user: 'me', password: mark })],
  ['password in JSON in JSON', (mark) => JSON.stringify(JSON.stringify({ user: 'me', password: mark }))],
  ['key in an env file', (mark) => `# shop\nAPI_KEY=${mark}\nDEBUG=1`],
  ['secret in YAML', (mark) => `shop:\n  client_secret: ${mark}\n  name: a`],
  ['key in a URL', (mark) => `https://api.example.com/v1?api_key=${mark}&page=2`],
  ['key in a curl header', (mark) => `curl -H 'X-Api-Key: ${mark}' https://a.example`],
  ['curl user', (mark) => `curl -u admin:${mark} https://a.example`],
  ['cookie', (mark) => `Cookie: session=${mark}; theme=dark`],
  ['tavily', (mark) => `tvly-dev-${mark.slice(0, 32)}`, (mark) => mark.slice(0, 32)],
  ['firecrawl', (mark) => `fc-${hex(mark).slice(0, 32)}`, (mark) => hex(mark).slice(0, 32)],
  ['apify', (mark) => `apify_api_${mark.slice(0, 36)}`, (mark) => mark.slice(0, 36)],
  ['brevo', (mark) => `xkeysib-${hex(mark).slice(0, 64)}-${mark.slice(0, 16)}`, (mark) => hex(mark).slice(0, 64)],
  ['pinecone', (mark) => `pcsk_5aBcDe_${mark}${mark}`],
  ['cal', (mark) => `cal_live_${hex(mark).slice(0, 32)}`, (mark) => hex(mark).slice(0, 32)],
  ['supabase', (mark) => `sb_secret_${mark.slice(0, 22)}_${mark.slice(22, 30)}`, (mark) => mark.slice(0, 22)],
  [
    'make hook',
    (mark) => `https://hook.eu1.make.com/${mark.toLowerCase().slice(0, 32)}`,
    (mark) => mark.toLowerCase().slice(0, 32),
  ],
  [
    'ifttt hook',
    (mark) => `https://maker.ifttt.com/trigger/order/json/with/key/${mark.slice(0, 22)}`,
    (mark) => mark.slice(0, 22),
  ],
  [
    'zapier hook',
    (mark) => `https://hooks.zapier.com/hooks/catch/1234567/${mark.slice(0, 7)}/`,
    (mark) => mark.slice(0, 7),
  ],
  ['pipedream hook', (mark) => `https://eo${hex(mark).slice(0, 14)}.m.pipedream.net`, (mark) => hex(mark).slice(0, 14)],
  [
    'feishu hook',
    (mark) => `https://open.feishu.cn/open-apis/bot/v2/hook/${mark.slice(0, 36)}`,
    (mark) => mark.slice(0, 36),
  ],
  ['n8n', (mark) => `n8n_api_${hex(mark)}`, hex],
  ['resend', (mark) => `re_${mark.slice(0, 8)}_${mark.slice(8, 32)}`, (mark) => mark.slice(8, 32)],
  ['elevenlabs', (mark) => `sk_${hex(mark).slice(0, 48)}`, (mark) => hex(mark).slice(0, 48)],
  ['perplexity', (mark) => `pplx-${mark}`],
  ['nvidia', (mark) => `nvapi-${mark}-${mark.slice(0, 20)}`],
  [
    'langsmith',
    (mark) => `lsv2_pt_${hex(mark).slice(0, 32)}_${hex(mark).slice(32, 42)}`,
    (mark) => hex(mark).slice(0, 32),
  ],
  ['vault', (mark) => `hvs.${mark}${mark}`],
  ['doppler', (mark) => `dp.pt.${mark}abc`],
  ['grafana', (mark) => `glsa_${mark.slice(0, 32)}_a1b2c3d4`, (mark) => mark.slice(0, 32)],
  [
    'hubspot',
    (mark) => `pat-eu1-${hex(mark).slice(0, 8)}-1234-4abc-8abc-${hex(mark).slice(8, 20)}`,
    (mark) => hex(mark).slice(8, 20),
  ],
  ['square', (mark) => `sq0atp-${mark.slice(0, 22)}`, (mark) => mark.slice(0, 22)],
  ['azure client', (mark) => `Zq78Q~${mark.slice(0, 34)}`, (mark) => mark.slice(0, 34)],
  ['discord bot', (mark) => `M${mark.slice(0, 25)}.GhIjKl.${mark.slice(0, 38)}`, (mark) => mark.slice(0, 25)],
  ['connection', (mark) => `Server=db;User Id=sa;Password=${mark};Encrypt=true`],
  ['XML', (mark) => `<user>me</user><password>${mark}</password>`],
  ['command-line option', (mark) => `deploy --region eu --token ${mark}`],
  ['shell default', (mark) => `curl -H "X-Api-Key: \${API_KEY:-${mark}}" https://a.example`],
  ['default after ||', (mark) => `const key = process.env.API_KEY || '${mark}'`],
  ['default after ??', (mark) => `const token = settings.token ?? '${mark}'`],
  ['default of an environment variable', (mark) => `token = os.getenv('API_TOKEN', '${mark}')`],
  ['default after or', (mark) => `secret = os.environ.get('SECRET') or '${mark}'`],
  ['typed parameter', (mark) => `def ask(api_key: str = '${mark}'):`],
  ['header set in code', (mark) => `request.setHeader('X-Auth-Token', '${mark}')`],
  ['database user', (mark) => `CREATE USER shop WITH PASSWORD '${mark}'`],
  ['note in Markdown', (mark) => `**API key**: ${mark}`],
]

/** One canary of each form, numbered from `from`, so that two places never share a secret. */
export const canaries = (from: number): Canary[] =>
  shapes.map(([shape, textOf, secretOf = (mark) => mark], index) => {
    const mark = markOf(from + index)
    return { shape, text: textOf(mark), secret: secretOf(mark) }
  })

const reversed = (text: string) => [...text].toReversed().join('')
const percent = (text: string) => encodeURIComponent(text)
const lowerPercent = (text: string) => percent(text).replaceAll(/%[0-9A-F]{2}/g, (hexed) => hexed.toLowerCase())

/** Encodings from which a text, or its beginning, can be recovered. */
export const disguises: readonly [name: string, disguise: (text: string) => string][] = [
  ['unchanged', (text) => text],
  ['upper case', (text) => text.toUpperCase()],
  ['lower case', (text) => text.toLowerCase()],
  ['backwards', reversed],
  ['with dashes', (text) => [...text].join('-')],
  ['as a list', (text) => JSON.stringify([...text])],
  ['base64', base64],
  ['base64 without its end', (text) => base64(text).replace(/=+$/, '').slice(0, -2)],
  ['base64url', (text) => Buffer.from(text).toString('base64url')],
  ['base64 behind one letter', (text) => base64(`a${text}`).slice(3, -4)],
  ['base64 behind two letters', (text) => base64(`ab${text}`).slice(4, -4)],
  ['base64 twice', (text) => base64(base64(text))],
  ['hex', hex],
  ['hex in upper case', (text) => hex(text).toUpperCase()],
  ['percent-encoded', percent],
  ['percent-encoded in lower case', lowerPercent],
  ['form-encoded', (text) => new URLSearchParams([['', text]]).toString().slice(1)],
  ['as JSON', (text) => JSON.stringify(text).slice(1, -1)],
  ['as HTML', (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')],
  ['its beginning', (text) => text.slice(0, 12)],
  ['its beginning in dashes', (text) => text.slice(0, 12).split('').join('-')],
]

/** Names of the encodings in which a text contains a secret, even if it was serialized as JSON several times. */
export const disguisesIn = (text: string, secret: string): string[] => {
  const read = text.replaceAll('\\', '')
  return disguises.flatMap(([name, disguise]) => {
    const form = disguise(secret)
    return text.includes(form) || read.includes(form.replaceAll('\\', '')) ? [name] : []
  })
}
