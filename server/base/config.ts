/** Settings of the service, read once from the environment. Invalid values are reported by name. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { parseMicros } from '#lib/money/money.ts'
import { Password } from '#contract/account.ts'
import { productKinds, type ProductKind } from '#contract/product.ts'
import { readNetworks } from './networks.ts'
import { builtInPrices, namedPrices, readPrices, type Prices } from './prices.ts'
import { logLevels, type LogLevel } from './log.ts'
import { readBaseUrl, readHeaderNames } from './proxy-settings.ts'
import { readServicesFile, type ServiceEntry } from './services-file.ts'
import { readEndpoint, readHeaders, type Telemetry } from './telemetry-settings.ts'

export interface Config {
  host: string
  port: number
  /** Public origin of the service; null = derived from the Host header. */
  publicUrl: URL | null
  /** Number of trusted proxies in front that report the client address; 0 = none. */
  trustProxy: number
  dataDir: string
  /** Null = the embedded database in `dataDir`. */
  databaseUrl: string | null
  /** Null = generated in `dataDir`. */
  secretKey: string | null
  owner: { email: string; password: string } | null
  currency: string
  initialCredit: bigint
  logLevel: LogLevel
  /** Prices of runs: the built-in table with the changes of PRICES_FILE. */
  prices: Prices
  /** Model endpoint of agents; null = agents do not run. */
  model: ModelConfig | null
  /** Mail server of the service itself, for alerts; null = it sends no mail. */
  mail: MailConfig | null
  /** Non-public addresses and networks that flows may reach: "127.0.0.1", "10.0.0.0/8", "fd00::/8". */
  outgoingAllow: readonly string[]
  /** Days after which ended runs are deleted with their steps; null = never. */
  runRetentionDays: number | null
  /** Destination of run traces; null = none. */
  telemetry: Telemetry | null
  /** External service (API_BASE_URL): only the console runs, in front of it; null = the built-in service. */
  upstream: UpstreamConfig | null
  /** External services (SERVICES_FILE): only the console runs, in front of all of them; null = not set. */
  services: ServicesConfig | null
}

export interface ModelConfig {
  base: URL
  apiKey: string | null
  /** The model used for "standard"; null = agents must name one. */
  name: string | null
}

export interface MailConfig {
  /** smtp:// or smtps://, with user and password. */
  url: string
  /** Sender: "Flow Console <flows@example.com>". */
  from: string
}

export interface UpstreamConfig {
  base: URL
  /** Whether cookies are forwarded to and from that service. */
  cookies: boolean
  /** Additional headers forwarded to it. */
  headers: readonly string[]
  /** The product behind that address, "none" for a service with the console's own API; null = found out. */
  kind: ProductKind | 'none' | null
  /** Key of the product, for requests without one; null = people sign in with their own. */
  apiKey: string | null
  /** Address of the product as browsers reach it, for links; null = `base`. */
  productUrl: URL | null
  /** Settings that are set but have no effect in this mode. */
  unused: readonly string[]
}

export interface ServicesConfig {
  /** Path of the file, as set. */
  file: string
  entries: readonly ServiceEntry[]
  /** Settings that are set but have no effect in this mode. */
  unused: readonly string[]
}

/** An error that prevents the start, with a message for the operator. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Minimum length of SECRET_KEY, in characters: shorter keys can be guessed. */
export const minSecretKey = 32

/** A setting with a parser, which returns the value or an error message. */
const read = <T extends object>(reader: (text: string) => T | string) =>
  z.string().transform((text, context) => {
    const value = reader(text)
    if (typeof value !== 'string') return value
    context.addIssue({ code: 'custom', message: value })
    return z.NEVER
  })

const off = new Set(['off', 'false', '0', 'no'])
const settings = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'Use a number from 0 to 65535. 0 selects a free port.')
    .transform(Number)
    .pipe(z.int().max(65_535))
    .default(4321),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'Use an address like https://flows.example.com.' })
    .transform((text) => new URL(text))
    .refine(
      (url) => url.pathname === '/' && url.search === '' && url.username === '',
      'Use the origin alone, without a path: https://flows.example.com.',
    )
    .optional(),
  TRUST_PROXY: z
    .string()
    .regex(/^(off|on|false|true|no|yes|\d)$/, 'Use on, off or the number of proxies in front, from 0 to 9.')
    .transform((text) => (off.has(text) ? 0 : /^\d$/.test(text) ? Number(text) : 1))
    .default(0),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'Use postgres://user:password@host:5432/database.')
    .optional(),
  SECRET_KEY: z.string().min(minSecretKey, `Use at least ${minSecretKey} characters.`).optional(),
  SECRET_KEY_FILE: z.string().optional(),
  OWNER_EMAIL: z
    .email('Use an email address.')
    .transform((text) => text.trim().toLowerCase())
    .optional(),
  OWNER_PASSWORD: Password.optional(),
  OWNER_PASSWORD_FILE: z.string().optional(),
  CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, 'Use three capital letters, like EUR.')
    .default('EUR'),
  INITIAL_CREDIT: z
    .string()
    .transform((text, context) => {
      const micros = parseMicros(text)
      if (micros !== null && micros >= 0n) return micros
      context.addIssue({ code: 'custom', message: 'Use an amount like 10.00.' })
      return z.NEVER
    })
    .default(10_000_000n),
  LOG_LEVEL: z.enum(logLevels).default('info'),
  API_BASE_URL: read(readBaseUrl).optional(),
  API_COOKIES: z
    .string()
    .regex(/^(off|on|false|true|no|yes|0|1)$/, 'Use on or off.')
    .transform((text) => !off.has(text))
    .default(false),
  API_HEADERS: read(readHeaderNames).default([]),
  SERVICES_FILE: z.string().optional(),
  API_KIND: z.enum([...productKinds, 'none']).optional(),
  API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'Use the key alone, without spaces.')
    .optional(),
  API_KEY_FILE: z.string().optional(),
  API_PUBLIC_URL: read(readBaseUrl).optional(),
  PRICES_FILE: z.string().optional(),
  MODEL_BASE_URL: read(readBaseUrl).optional(),
  MODEL_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'Use the key alone, without spaces.')
    .optional(),
  MODEL_API_KEY_FILE: z.string().optional(),
  MODEL_NAME: z.string().max(200).optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'Use an address like smtp://user:password@mail.example.com:587.' })
    .optional(),
  SMTP_URL_FILE: z.string().optional(),
  MAIL_FROM: z
    .string()
    .max(320)
    .regex(
      /^(?:[^<>@\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'Use an email address, like flows@example.com.',
    )
    .optional(),
  OUTGOING_ALLOW: read(readNetworks).default([]),
  RUN_RETENTION_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'Use a number of days, like 90.')
    .transform(Number)
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: read(readEndpoint).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: read(readHeaders).default({}),
  OTEL_SERVICE_NAME: z.string().max(200).default('flow-console'),
})

/** The environment variables that are read. */
export const settingNames: readonly string[] = Object.keys(settings.shape)

function fromFile(name: string, path: string): string {
  if (!existsSync(path)) throw new StartError(`${name}: ${path} does not exist.`)
  return readFileSync(path, 'utf8').trim()
}

/** The variables that are not empty, with secrets read from the files named by `NAME_FILE`. */
function withFiles(environment: Record<string, string | undefined>): Record<string, string | undefined> {
  const all: Record<string, string | undefined> = {}
  // Container files write an empty value for "not set".
  for (const [name, value] of Object.entries(environment)) if (value !== undefined && value !== '') all[name] = value
  for (const name of ['SECRET_KEY', 'OWNER_PASSWORD', 'MODEL_API_KEY', 'SMTP_URL', 'API_KEY']) {
    const path = all[`${name}_FILE`]
    if (path === undefined) continue
    if (all[name] !== undefined) throw new StartError(`Set ${name} or ${name}_FILE, not both.`)
    all[name] = fromFile(`${name}_FILE`, path)
  }
  return all
}

/** Settings of the service that have no effect in a console-only start. */
const ofService = [
  'DATA_DIR',
  'SECRET_KEY',
  'OWNER_EMAIL',
  'OWNER_PASSWORD',
  'INITIAL_CREDIT',
  'TRUST_PROXY',
  'MODEL_BASE_URL',
  'MODEL_API_KEY',
  'MODEL_NAME',
  'SMTP_URL',
  'MAIL_FROM',
  'OUTGOING_ALLOW',
  'RUN_RETENTION_DAYS',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
]

/** Whether a base URL is that of the console itself, which would forward to itself without end. */
const isOwnAddress = (values: z.infer<typeof settings>, base: URL): boolean =>
  [
    values.PUBLIC_URL?.host,
    ...['127.0.0.1', 'localhost', '[::1]', values.HOST].map((name) => `${name}:${values.PORT}`),
  ].includes(base.host)

function readServices(
  values: z.infer<typeof settings>,
  all: Record<string, string | undefined>,
): ServicesConfig | null {
  const { SERVICES_FILE: file } = values
  if (file === undefined) return null
  for (const name of ['API_BASE_URL', 'DATABASE_URL'])
    if (all[name] !== undefined)
      throw new StartError(`SERVICES_FILE: it names all services of this console. Unset SERVICES_FILE or ${name}.`)
  const entries = readServicesFile(fromFile('SERVICES_FILE', file), all)
  if (typeof entries === 'string')
    throw new StartError(`SERVICES_FILE: ${file} is invalid.\n  ${entries.replaceAll('\n', '\n  ')}`)
  const own = entries.find(({ base }) => isOwnAddress(values, base))
  if (own !== undefined)
    throw new StartError(`SERVICES_FILE: the address of “${own.name}” in ${file} is that of the console itself.`)
  return { file, entries, unused: ofService.filter((name) => all[name] !== undefined) }
}

function readUpstream(
  values: z.infer<typeof settings>,
  all: Record<string, string | undefined>,
): UpstreamConfig | null {
  const { API_BASE_URL: base, API_COOKIES: cookies, API_HEADERS: headers } = values
  if (base === undefined) {
    for (const name of ['API_COOKIES', 'API_HEADERS', 'API_KIND', 'API_KEY', 'API_PUBLIC_URL'])
      if (all[name] !== undefined) throw new StartError(`${name}: this needs API_BASE_URL, which is not set.`)
    return null
  }
  if (values.DATABASE_URL !== undefined)
    throw new StartError(
      'API_BASE_URL: with it only the console runs, without a database. Unset API_BASE_URL or DATABASE_URL.',
    )
  if (isOwnAddress(values, base)) throw new StartError('API_BASE_URL: this is the address of the console itself.')
  const unused = ofService.filter((name) => all[name] !== undefined)
  const { API_KIND: kind = null, API_KEY: apiKey = null, API_PUBLIC_URL: productUrl = null } = values
  return { base, cookies, headers, kind, apiKey, productUrl, unused }
}

function pricesOf(path: string | undefined, base: Prices): Prices {
  if (path === undefined) return base
  const prices = readPrices(fromFile('PRICES_FILE', path), base)
  if (typeof prices === 'string') throw new StartError(`PRICES_FILE: ${path} is invalid. ${prices}`)
  return prices
}

function modelOf(values: z.infer<typeof settings>): ModelConfig | null {
  const { MODEL_BASE_URL: base, MODEL_API_KEY: apiKey, MODEL_NAME: name } = values
  if (base) return { base, apiKey: apiKey ?? null, name: name ?? null }
  for (const [key, value] of Object.entries({ MODEL_API_KEY: apiKey, MODEL_NAME: name }))
    if (value !== undefined) throw new StartError(`${key}: this needs MODEL_BASE_URL, which is not set.`)
  return null
}

function mailOf({ SMTP_URL: url, MAIL_FROM: from }: z.infer<typeof settings>): MailConfig | null {
  if ((url === undefined) !== (from === undefined))
    throw new StartError('SMTP_URL (or SMTP_URL_FILE) and MAIL_FROM: set both or neither.')
  return url === undefined || from === undefined ? null : { url, from }
}

function telemetryOf(values: z.infer<typeof settings>): Telemetry | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: headers, OTEL_SERVICE_NAME: service } = values
  return url ? { url, headers, service } : null
}

/** Parses the settings; throws StartError that names each invalid one. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const all = withFiles(environment)
  const found = settings.safeParse(all)
  if (!found.success) {
    const lines = found.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new StartError(`Invalid settings.\n  ${lines.join('\n  ')}`)
  }
  const values = found.data
  const upstream = readUpstream(values, all)
  const services = readServices(values, all)
  if (values.DATABASE_URL !== undefined && values.SECRET_KEY === undefined)
    throw new StartError(
      'SECRET_KEY: set SECRET_KEY or SECRET_KEY_FILE with DATABASE_URL, with the same value for all processes.',
    )
  if ((values.OWNER_EMAIL === undefined) !== (values.OWNER_PASSWORD === undefined))
    throw new StartError('OWNER_EMAIL and OWNER_PASSWORD (or OWNER_PASSWORD_FILE): set both or neither.')
  return {
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL ?? null,
    trustProxy: values.TRUST_PROXY,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    secretKey: values.SECRET_KEY ?? null,
    owner:
      values.OWNER_EMAIL !== undefined && values.OWNER_PASSWORD !== undefined
        ? { email: values.OWNER_EMAIL, password: values.OWNER_PASSWORD }
        : null,
    currency: values.CURRENCY,
    initialCredit: values.INITIAL_CREDIT,
    logLevel: values.LOG_LEVEL,
    prices: pricesOf(values.PRICES_FILE, upstream || services ? namedPrices : builtInPrices),
    model: modelOf(values),
    mail: mailOf(values),
    outgoingAllow: values.OUTGOING_ALLOW,
    runRetentionDays: values.RUN_RETENTION_DAYS ?? null,
    telemetry: telemetryOf(values),
    upstream,
    services,
  }
}
