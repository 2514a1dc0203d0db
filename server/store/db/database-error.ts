/** Maps SQLSTATE and error codes of Node to an error kind. The code may be in the cause of drizzle's error. */

/** full: the disk; away: no connection available, or lost; conflict: concurrent writes; text: invalid characters. */
export type DatabaseErrorKind = 'away' | 'full' | 'conflict' | 'text'

/** Node's error codes for failed connections. */
const lostCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])
/**
 * 57P0x: the server stops or starts. 53300: no connections left. 25006: the server is read-only, a standby after a
 * failover.
 */
const unavailableCodes = /^(?:08...|57P0[1235]|53300|25006)$/
const full = /^(?:53100|ENOSPC|EDQUOT)$/
const conflict = /^(?:40001|40P01|23505|23503)$/
/** 22021: NUL or invalid UTF-8 in text; 22P05: NUL in jsonb. */
const text = /^(?:22021|22P05)$/

/** Messages of closed connections and connection timeouts, which have no code. */
const lostMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client was closed|not queryable|Cannot use a pool after/

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Null if the error is not from the database, or is a programming error. */
export function databaseErrorOf(error: unknown): DatabaseErrorKind | null {
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    const code = codeOf(one)
    if (full.test(code) || /No space left on device/.test(one.message)) return 'full'
    if (lostCodes.has(code) || unavailableCodes.test(code) || lostMessages.test(one.message)) return 'away'
    if (conflict.test(code)) return 'conflict'
    if (text.test(code)) return 'text'
    if (one instanceof AggregateError && one.errors.some((part) => databaseErrorOf(part) === 'away')) return 'away'
  }
  return null
}

/** Whether a statement was cancelled after its time limit (57014). */
export function isStatementTimeout(error: unknown): boolean {
  for (let one: unknown = error; one instanceof Error; one = one.cause) if (codeOf(one) === '57014') return true
  return false
}
