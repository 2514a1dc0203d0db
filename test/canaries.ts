/**
 * Secrets of every shape, each made anew from a mark that is looked for afterwards: tokens as their makers give them out
 * (https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns), none of them real.
 * `mark` is letters and digits, upper and lower, at least 30 of them; split where a shape wants it.
 */
const base64 = (text: string) => Buffer.from(text).toString('base64')
const hex = (text: string) => Buffer.from(text).toString('hex')

/** What tells a canary apart, in the middle of what is random: 40 letters and digits. */
export const markOf = (number: number): string =>
  `Zq7R${String(number).padStart(4, '0')}kV3mXw9TbL5yHs2NfJ8cPd4GuE6aQr1W`

export interface Canary {
  shape: string
  /** A text with the secret in it, as it may stand anywhere. */
  text: string
  /** What must not be found in any bytes afterwards. */
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
  ['url without a name', (mark) => `redis://:${mark}@cache.example.com`],
  ['url with a token for a name', (mark) => `https://${mark}@git.example.com/shop.git`],
  ['aws key id', (mark) => `AKIA${mark.toUpperCase().slice(0, 16)}`, (mark) => mark.toUpperCase().slice(0, 16)],
  ['aws secret in a file', (mark) => `[default]\naws_secret_access_key = ${mark}\nregion = eu-west-1`],
  [
    'aws signed address',
    (mark) => `https://b.s3.amazonaws.com/a?X-Amz-Expires=60&X-Amz-Signature=${hex(mark).slice(0, 64)}`,
    (mark) => hex(mark).slice(0, 64),
  ],
  ['azure signed address', (mark) => `https://b.blob.core.windows.net/a?sv=2024&sig=${mark}%3D`],
  [
    'azure connection',
    (mark) => `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${mark}==;EndpointSuffix=core.windows.net`,
  ],
  ['github', (mark) => `the token ghp_${mark.slice(0, 36)} is mine`, (mark) => mark.slice(0, 36)],
  ['github app', (mark) => `ghs_${mark.slice(0, 36)}`, (mark) => mark.slice(0, 36)],
  ['github fine', (mark) => `github_pat_11ABCDEFG0${mark}`],
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
  ['private key cut off', (mark) => `-----BEGIN OPENSSH PRIVATE KEY-----\n${mark}${mark}\n`],
  ['pgp key', (mark) => `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${mark}\n=abcd\n-----END PGP PRIVATE KEY BLOCK-----`],
  ['password in code', (mark) => `const password = "${mark}"`],
  ['password in JSON', (mark) => JSON.stringify({ user: 'me', password: mark })],
  ['password in JSON in JSON', (mark) => JSON.stringify(JSON.stringify({ user: 'me', password: mark }))],
  ['key of a file of settings', (mark) => `# shop\nAPI_KEY=${mark}\nDEBUG=1`],
  ['secret in YAML', (mark) => `shop:\n  client_secret: ${mark}\n  name: a`],
  ['key in an address', (mark) => `https://api.example.com/v1?api_key=${mark}&page=2`],
  ['key as a header of curl', (mark) => `curl -H 'X-Api-Key: ${mark}' https://a.example`],
  ['user of curl', (mark) => `curl -u admin:${mark} https://a.example`],
  ['cookie', (mark) => `Cookie: session=${mark}; theme=dark`],
]

/** One of each shape; `from` numbers them, so that two places never share a secret. */
export const canaries = (from: number): Canary[] =>
  shapes.map(([shape, textOf, secretOf = (mark) => mark], index) => {
    const mark = markOf(from + index)
    return { shape, text: textOf(mark), secret: secretOf(mark) }
  })
