/** Every setting of the service: the environment variable, and the flag of the same name for `npm start --`. */

/** @typedef {{ name: string, value: string, text: string }} Setting `value` names what is expected, '' = a switch */

/** @type {readonly Setting[]} */
export const settings = [
  { name: 'HOST', value: 'ADDRESS', text: 'address to listen on (127.0.0.1)' },
  { name: 'PORT', value: 'NUMBER', text: 'port to listen on (4321)' },
  { name: 'PUBLIC_URL', value: 'URL', text: 'how browsers reach the service, behind a proxy' },
  { name: 'TRUST_PROXY', value: 'on|off|NUMBER', text: 'proxies in front whose X-Forwarded-For is believed (off)' },
  { name: 'DATA_DIR', value: 'FOLDER', text: 'folder of the embedded database (./data)' },
  { name: 'DATABASE_URL', value: 'URL', text: 'a Postgres instead of the embedded database' },
  { name: 'API_BASE_URL', value: 'URL', text: 'only the console, in front of the service at this address' },
  { name: 'API_COOKIES', value: 'on|off', text: 'pass cookies between browser and that service (off)' },
  { name: 'API_HEADERS', value: 'NAMES', text: 'more request headers that go to it, with commas between' },
  { name: 'SECRET_KEY', value: 'TEXT', text: 'signs sessions, encrypts secrets (made in DATA_DIR)' },
  { name: 'SECRET_KEY_FILE', value: 'FILE', text: 'a file that holds it' },
  { name: 'OWNER_EMAIL', value: 'EMAIL', text: 'makes the owner at the first start' },
  { name: 'OWNER_PASSWORD', value: 'TEXT', text: "the owner's first password" },
  { name: 'OWNER_PASSWORD_FILE', value: 'FILE', text: 'a file that holds it' },
  { name: 'CURRENCY', value: 'CODE', text: 'ISO 4217 code of all amounts (EUR)' },
  { name: 'INITIAL_CREDIT', value: 'AMOUNT', text: 'credit of a new account (10.00)' },
  { name: 'LOG_LEVEL', value: 'LEVEL', text: 'debug, info, warn or error (info)' },
  { name: 'MODEL_BASE_URL', value: 'URL', text: "endpoint for models that speaks like OpenAI's: https://…/v1" },
  { name: 'MODEL_API_KEY', value: 'TEXT', text: 'its key' },
  { name: 'MODEL_API_KEY_FILE', value: 'FILE', text: 'a file that holds it' },
  { name: 'MODEL_NAME', value: 'NAME', text: 'model of agents that name none' },
  { name: 'PRICES_FILE', value: 'FILE', text: 'prices of models, calls, code and messages, as JSON' },
  { name: 'OUTGOING_ALLOW', value: 'LIST', text: 'private addresses and networks that flows may reach' },
  { name: 'RUN_RETENTION_DAYS', value: 'DAYS', text: 'delete runs so long after their end (they are kept)' },
  { name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: 'URL', text: 'collector for traces of runs' },
  { name: 'OTEL_EXPORTER_OTLP_HEADERS', value: 'LIST', text: 'headers that it asks for: name=value,name=value' },
  { name: 'OTEL_SERVICE_NAME', value: 'NAME', text: 'name of the service in traces (flow-console)' },
  { name: 'SAMPLE', value: '', text: 'add the sample workspace' },
  { name: 'OPEN', value: '', text: 'open the console in a browser' },
]

/** @param {string} name @returns {string} "DATA_DIR" → "--data-dir" */
const flagOf = (name) => `--${name.toLowerCase().replaceAll('_', '-')}`

/** An unknown flag, or one without a value. */
export class WrongFlag extends Error {}

/**
 * Flags as environment: `--port 5000`, `--port=5000`; a switch takes no value. `--sample` and `--open` have
 * no variables and stay arguments of the service.
 * @param {readonly string[]} args
 * @returns {{ env: Record<string, string>, switches: string[], help: boolean }}
 * @throws {WrongFlag}
 */
export function readFlags(args) {
  /** @type {Record<string, string>} */
  const env = {}
  /** @type {string[]} */
  const switches = []
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? ''
    if (arg === '--help' || arg === '-h') return { env, switches, help: true }
    const [flag = '', ...rest] = arg.split('=')
    const setting = settings.find(({ name }) => flagOf(name) === flag)
    if (setting === undefined) throw new WrongFlag(`There is no flag ${flag}. npm start -- --help lists them all.`)
    if (setting.value === '') {
      if (rest.length > 0) throw new WrongFlag(`${flag} takes no value.`)
      switches.push(flag)
      continue
    }
    const value = rest.length > 0 ? rest.join('=') : args[++index]
    if (value === undefined || (rest.length === 0 && value.startsWith('--')))
      throw new WrongFlag(`${flag} needs a value: ${flag} ${setting.value}`)
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
  const wide = Math.max(...rows.map(({ flag }) => flag.length))
  const long = Math.max(...rows.map(({ name }) => name.length))
  return [
    'npm start [-- flags]   installs and builds what is missing, then runs console and service',
    '',
    ...rows.map(({ flag, name, text }) => `  ${flag.padEnd(wide)}  ${name.padEnd(long)}  ${text}`),
    '',
    'A flag wins over the environment variable beside it.',
  ].join('\n')
}
