/**
 * Shell commands that send a first delivery to a webhook, signed according to its preset. For a POSIX shell with
 * openssl and curl. Pure.
 */

/** Quotes a word for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Placeholder for a secret that is no longer known. */
const askedSecret = 'the signing secret of this channel'

const body = `body='{"hello": "world"}'`
const json = `-H 'content-type: application/json'`

const hmac = (key: string, text: string): string => `printf %s "${text}" | openssl dgst -sha256 ${key} -binary`
const asHex = `od -An -v -tx1 | tr -d ' \\n'`

/** Commands and headers by preset. Sources: Standard Webhooks 1.0; documentation of GitHub, Stripe and Telegram. */
const signings: Record<string, { lines: readonly string[]; headers: readonly string[] }> = {
  standard: {
    lines: [
      'id=msg_$(openssl rand -hex 8); at=$(date +%s)',
      // "whsec_" and the key in base64.
      `key=$(printf %s "\${secret#whsec_}" | openssl base64 -d -A | ${asHex})`,
      `sign=$(${hmac('-mac HMAC -macopt "hexkey:$key"', '$id.$at.$body')} | openssl base64 -A)`,
    ],
    headers: ['webhook-id: $id', 'webhook-timestamp: $at', 'webhook-signature: v1,$sign'],
  },
  github: {
    lines: ['id=$(openssl rand -hex 16)', `sign=$(${hmac('-hmac "$secret"', '$body')} | ${asHex})`],
    headers: ['x-github-event: ping', 'x-github-delivery: $id', 'x-hub-signature-256: sha256=$sign'],
  },
  stripe: {
    lines: ['at=$(date +%s)', `sign=$(${hmac('-hmac "$secret"', '$at.$body')} | ${asHex})`],
    headers: ['stripe-signature: t=$at,v1=$sign'],
  },
  telegram: { lines: [], headers: ['x-telegram-bot-api-secret-token: $secret'] },
  none: { lines: [], headers: [] },
}

/**
 * @param preset of the channel (`hookPresets`)
 * @param secret null = no longer known, to be filled in
 * @returns lines for a shell; null for an unknown preset
 */
export function firstDelivery(address: string, preset: string, secret: string | null): string | null {
  const signing = Object.hasOwn(signings, preset) ? signings[preset] : undefined
  if (signing === undefined) return null
  const headers = signing.headers.map((header) => ` -H "${header}"`).join('')
  return [
    ...(preset === 'none' ? [] : [`secret=${quoted(secret ?? askedSecret)}`]),
    body,
    ...signing.lines,
    `curl ${json}${headers} -d "$body" ${quoted(address)}`,
  ].join('\n')
}
