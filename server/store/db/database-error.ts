/** What an error of the database means for a request. SQLSTATE stands in the cause of drizzle's own error. */

/** Full is the disk; away is a connection that cannot be had or was lost; conflict is two writes at once. */
export type DatabaseErrorKind = 'away' | 'full' | 'conflict' | 'text'

/** Node's names for a connection that is not there. */
const lost = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'])
/** 57P0x: the server stops or starts. 53300: it has no connection left. 25006: it is a standby that was promoted away. */
const away = /^(?:08...|57P0[1235]|53300|25006)$/
const full = /^(?:53100|ENOSPC|EDQUOT)$/
const conflict = /^(?:40001|40P01|23505|23503)$/
/** 22021: NUL; 22P05, 22P02: a surrogate in jsonb. */
const text = /^(?:22021|22P05)$/

/** A connection that ends has words, but no code of its own. */
const lostWords =
  /Connection terminated|timeout exceeded when trying to connect|Client was closed|not queryable|Cannot use a pool after/

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Null where the error is not the database's, or is a mistake of ours. */
export function databaseErrorOf(error: unknown): DatabaseErrorKind | null {
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    const code = codeOf(one)
    if (full.test(code) || /No space left on device/.test(one.message)) return 'full'
    if (lost.has(code) || away.test(code) || lostWords.test(one.message)) return 'away'
    if (conflict.test(code)) return 'conflict'
    if (text.test(code)) return 'text'
    if (one instanceof AggregateError && one.errors.some((part) => databaseErrorOf(part) === 'away')) return 'away'
  }
  return null
}
