/** Every setting of the service: the environment variable, and the flag of the same name for `npm start --`. */

/** @typedef {{ name: string, value: string, text: string }} Setting `value` names what is expected, '' = a switch */

/** @type {readonly Setting[]} */
export const settings = [
  { name: 'HOST', value: 'ADDRESS', text: 'address to listen on (127.0.0.1)' },
  { name: 'PORT', value: 'NUMBER', text: 'port to listen on (4321)' },
  { name: 'PUBLIC_URL', value: 'URL', text: 'public URL of the service, behind a proxy' },
  { name: 'TRUST_PROXY', value: 'on|off|NUMBER', text: 'number of proxies to trust for X-Forwarded-For (off)' },
  { name: 'DATA_DIR', value: 'FOLDER', text: 'folder of the embedded database (./data)' },
  { name: 'DATABASE_URL', value: 'URL', text: 'Postgres to use instead of the embedded database' },
  { name: 'API_BASE_URL', value: 'URL', text: 'run only the console, for the service at this URL' },
  { name: 'SERVICES_FILE', value: 'FILE', text: 'run only the console, for the services in this file' },
  { name: 'API_COOKIES', value: 'on|off', text: 'forward cookies between browser and that service (off)' },
  { name: 'API_HEADERS', value: 'NAMES', text: 'additional request headers to forward, separated by commas' },
  { name: 'API_KIND', value: 'KIND', text: 'product at API_BASE_URL: n8n, node-red, …, none (found out)' },
  { name: 'API_KEY', value: 'TEXT', text: 'key of that product for anyone who opens the console' },
  { name: 'API_KEY_FILE', value: 'FILE', text: 'file that contains it' },
  { name: 'API_PUBLIC_URL', value: 'URL', text: 'address of that product for browsers (API_BASE_URL)' },
  { name: 'SECRET_KEY', value: 'TEXT', text: 'signs sessions, encrypts secrets (created in DATA_DIR)' },
  { name: 'SECRET_KEY_FILE', value: 'FILE', text: 'file that contains it' },
  { name: 'OWNER_EMAIL', value: 'EMAIL', text: 'creates the owner at the first start' },
  { name: 'OWNER_PASSWORD', value: 'TEXT', text: "the owner's first password" },
  { name: 'OWNER_PASSWORD_FILE', value: 'FILE', text: 'file that contains it' },
  { name: 'CURRENCY', value: 'CODE', text: 'ISO 4217 code of all amounts (EUR)' },
  { name: 'INITIAL_CREDIT', value: 'AMOUNT', text: 'initial credit of a new account (10.00)' },
  { name: 'LOG_LEVEL', value: 'LEVEL', text: 'debug, info, warn or error (info)' },
  { name: 'MODEL_BASE_URL', value: 'URL', text: 'OpenAI-compatible endpoint for models: https://…/v1' },
  { name: 'MODEL_API_KEY', value: 'TEXT', text: 'API key of that endpoint' },
  { name: 'MODEL_API_KEY_FILE', value: 'FILE', text: 'file that contains it' },
  { name: 'MODEL_NAME', value: 'NAME', text: 'model for agents that specify none' },
  { name: 'PRICES_FILE', value: 'FILE', text: 'prices of models, calls, code and messages, as JSON' },
  { name: 'SMTP_URL', value: 'URL', text: 'mail server for alerts: smtp://user:password@mail.example.com:587' },
  { name: 'SMTP_URL_FILE', value: 'FILE', text: 'file that contains it' },
  { name: 'MAIL_FROM', value: 'EMAIL', text: 'sender of alerts by email' },
  { name: 'OUTGOING_ALLOW', value: 'LIST', text: 'private addresses and networks that flows may reach' },
  { name: 'RUN_RETENTION_DAYS', value: 'DAYS', text: 'delete runs this many days after their end (never)' },
  { name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: 'URL', text: 'collector for traces of runs' },
  { name: 'OTEL_EXPORTER_OTLP_HEADERS', value: 'LIST', text: 'headers for the collector: name=value,name=value' },
  { name: 'OTEL_SERVICE_NAME', value: 'NAME', text: 'name of the service in traces (flow-console)' },
  { name: 'SAMPLE', value: '', text: 'add the sample workspace' },
  { name: 'OPEN', value: '', text: 'open the console in a browser' },
]

/** @param {string} name @returns {string} "DATA_DIR" → "--data-dir" */
const flagOf = (name) => `--${name.toLowerCase().replaceAll('_', '-')}`

/** An unknown flag, or one without a value. */
export class InvalidFlag extends Error {}

/**
 * Flags as environment: `--port 5000`, `--port=5000`; a switch takes no value. `--sample` and `--open` have
 * no variables and stay arguments of the service.
 * @param {readonly string[]} args
 * @returns {{ env: Record<string, string>, switches: string[], help: boolean }}
 * @throws {InvalidFlag}
 */
export function readFlags(args) {
  /** @type {Record<string, string>} */
  const env = {}
  /** @type {string[]} */
  const switches = []
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? ''
    if (arg === '--help' || arg === '-h') return { env, switches, help: true }
    const [flag = '', ...valueParts] = arg.split('=')
    const setting = settings.find(({ name }) => flagOf(name) === flag)
    if (setting === undefined) throw new InvalidFlag(`Unknown flag ${flag}. Run npm start -- --help for a list.`)
    if (setting.value === '') {
      if (valueParts.length > 0) throw new InvalidFlag(`${flag} takes no value.`)
      switches.push(flag)
      continue
    }
    const value = valueParts.length > 0 ? valueParts.join('=') : args[++index]
    if (value === undefined || (valueParts.length === 0 && value.startsWith('--')))
      throw new InvalidFlag(`${flag} needs a value: ${flag} ${setting.value}`)
    env[setting.name] = value
  }
  return { env, switches, help: false }
}

/** @returns {string} the page of `npm start -- --help` */
export function help() {
  const rows = settings.map(({ name, value, text }) => ({
    flag: value === '' ? flagOf(name) : `${flagOf(name)} ${value}`,
    name: value === '' ? '' : name,
    text,
  }))
  const flagWidth = Math.max(...rows.map(({ flag }) => flag.length))
  const nameWidth = Math.max(...rows.map(({ name }) => name.length))
  return [
    'npm start [-- flags]   installs and builds if needed, then runs console and service',
    '',
    ...rows.map(({ flag, name, text }) => `  ${flag.padEnd(flagWidth)}  ${name.padEnd(nameWidth)}  ${text}`),
    '',
    'A flag takes precedence over its environment variable.',
  ].join('\n')
}
