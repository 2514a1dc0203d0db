/** Structured log: one JSON object per line, or readable lines on a terminal. Never contains secrets or bodies. */

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

type Facts = Record<string, unknown>
export interface Log {
  debug(message: string, facts?: Facts): void
  info(message: string, facts?: Facts): void
  warn(message: string, facts?: Facts): void
  error(message: string, facts?: Facts): void
  /** Writes buffered lines; to be called before the process ends. */
  flush(): void
}

/** Maximum delay of buffered lines: one write per request would cost more than the request. */
const flushAfterMs = 50
/** Buffered characters beyond which lines are written immediately. */
const flushBeyond = 64 * 1024

/** Removes the values of a failed statement, which drizzle adds to its message: they may contain passwords. */
const withoutValues = (message: string): string => message.split('\nparams:')[0] ?? ''

/** Loggable form of an error: its message, its cause's, and the stack. */
function loggable(value: unknown): unknown {
  if (!(value instanceof Error)) return value
  const { name, message, stack = '', cause } = value
  const code = 'code' in value ? value.code : undefined
  // The stack begins with the message.
  const frames = stack.slice(stack.indexOf(message) + message.length).trim()
  return { name, message: withoutValues(message), code, stack: frames, cause: cause && loggable(cause) }
}

const asText = (facts: Facts): string =>
  Object.entries(facts)
    .map(([key, value]) => {
      const logged = loggable(value)
      return `${key}=${typeof logged === 'string' ? logged : JSON.stringify(logged)}`
    })
    .join(' ')

/** Creates a log that writes to `write` (default: standard output). */
export function makeLog(
  level: LogLevel,
  pretty: boolean,
  write: (text: string) => void = (text) => process.stdout.write(text),
): Log {
  let buffered = ''
  let timer: NodeJS.Timeout | null = null
  const flush = () => {
    if (timer) clearTimeout(timer)
    timer = null
    if (buffered !== '') write(buffered)
    buffered = ''
  }
  const least = logLevels.indexOf(level)
  const at =
    (name: LogLevel) =>
    (message: string, facts: Facts = {}) => {
      if (logLevels.indexOf(name) < least) return
      const time = new Date().toISOString()
      const logged = Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, loggable(value)]))
      buffered += pretty
        ? `${time.slice(11, 23)} ${name.padEnd(5)} ${message} ${asText(facts)}\n`
        : `${JSON.stringify({ time, level: name, message, ...logged })}\n`
      if (name === 'error' || buffered.length > flushBeyond) flush()
      else timer ??= setTimeout(flush, flushAfterMs).unref()
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), flush }
}
