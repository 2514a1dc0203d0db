/**
 * The lock on the data folder: the embedded database would open a folder twice without an error and damage it. The lock
 * file contains the holder, the address of its service, and the token for local commands.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '#server/base/config.ts'

const LockFile = z.object({
  pid: z.int(),
  host: z.string(),
  /** Distinguishes the process from a later one with the same id. */
  started: z.string(),
  at: z.string(),
  /** Address of the service; null while it starts, and for commands. */
  url: z.string().nullable(),
  token: z.string(),
})
export type LockFile = z.infer<typeof LockFile>

export interface Lock {
  token: string
  /** Stores the address of the service. */
  setUrl(url: string): void
  release(): void
}

/** Interval at which the holder touches the file: its process cannot be checked from another machine or container. */
const touchMs = 5_000
/** A holder on another machine or in another container counts as gone after this time without a touch. */
const staleAfterMs = 20_000

const fileOf = (dataDir: string) => join(dataDir, 'lock.json')

/** Start time of a process from the kernel; "unknown" except on Linux. */
function processStart(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // The name in parentheses may contain anything; the 20th field after it is the start in ticks since boot.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return `${boot}:${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`
  } catch {
    return 'unknown'
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // No permission to signal it, but it exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function isHeld(lock: LockFile, file: string): boolean {
  if (lock.host !== hostname()) return Date.now() - statSync(file).mtimeMs < staleAfterMs
  if (lock.pid === process.pid) return false
  return isAlive(lock.pid) && processStart(lock.pid) === lock.started
}

/** The current lock; null if there is none. */
export function readLock(dataDir: string): LockFile | null {
  const file = fileOf(dataDir)
  if (!existsSync(file)) return null
  let lock: LockFile
  try {
    lock = LockFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // Incomplete: its writer has died, or is just writing it.
    if (Date.now() - statSync(file).mtimeMs < touchMs)
      throw new StartError(`${file} is being written by another start. Try again.`)
    return null
  }
  return isHeld(lock, file) ? lock : null
}

function inUseError(dataDir: string, lock: LockFile): StartError {
  const where = lock.url === null ? '' : ` It listens at ${lock.url}.`
  const who = lock.host === hostname() ? `process ${lock.pid}` : `process ${lock.pid} on ${lock.host}`
  const wait = lock.host === hostname() ? '' : ` If it crashed, try again in ${staleAfterMs / 1000} s.`
  return new StartError(
    `${dataDir} is in use by ${who}, since ${lock.at}.${where}${wait}\nStop it first, or set another DATA_DIR.`,
  )
}

/**
 * Runs `work` under a guard. Otherwise, of two starts that find the same stale file, the second would delete the new
 * file of the first, and both would open the folder.
 */
function withGuard<T>(file: string, work: () => T): T {
  const guard = `${file}.taking`
  // The guard exists for a few milliseconds; an older one was left by a start that crashed.
  if (existsSync(guard) && Date.now() - statSync(guard).mtimeMs >= touchMs) rmSync(guard, { force: true })
  try {
    writeFileSync(guard, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new StartError(`${file} is being written by another start. Try again.`)
    throw error
  }
  try {
    return work()
  } finally {
    rmSync(guard, { force: true })
  }
}

/** Messages for write errors, by error code. */
const writeErrorMessages: Record<string, string> = {
  ENOSPC: 'The disk is full. Free some space and start again.',
  EDQUOT: 'The quota of the disk is used up. Free some space and start again.',
  EROFS: 'The disk is mounted read-only. Set another DATA_DIR.',
  EACCES: 'This user has no write permission. Change the owner of the folder, or set another DATA_DIR.',
  EPERM: 'This user has no write permission. Change the owner of the folder, or set another DATA_DIR.',
  ENOTDIR: 'A part of the path is a file. Set another DATA_DIR.',
}

/** Runs `work` and converts write errors to StartError. */
function withWriteErrors<T>(dataDir: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const errorText = writeErrorMessages[code]
    if (errorText === undefined) throw error
    throw new StartError(`${dataDir} cannot be written (${code}). ${errorText}`)
  }
}

/** Locks the folder, creating it if necessary. StartError names the holder, or the write error. */
export function takeLock(dataDir: string): Lock {
  if (existsSync(dataDir) && !statSync(dataDir).isDirectory())
    throw new StartError(`DATA_DIR: ${dataDir} is a file. Set a folder.`)
  withWriteErrors(dataDir, () => mkdirSync(dataDir, { recursive: true, mode: 0o700 }))
  const file = fileOf(dataDir)
  const lockData: LockFile = {
    pid: process.pid,
    host: hostname(),
    started: processStart(process.pid),
    at: new Date().toISOString(),
    url: null,
    token: randomBytes(32).toString('base64url'),
  }
  const refuseHeld = () => {
    const holder = readLock(dataDir)
    if (holder) throw inUseError(dataDir, holder)
  }
  // Reports the holder even while another start has the guard.
  withWriteErrors(dataDir, refuseHeld)
  withWriteErrors(dataDir, () =>
    withGuard(file, () => {
      refuseHeld()
      rmSync(file, { force: true })
      writeFileSync(file, JSON.stringify(lockData), { flag: 'wx', mode: 0o600 })
    }),
  )
  const touch = setInterval(() => {
    const now = new Date()
    try {
      utimesSync(file, now, now)
    } catch {
      // The folder was deleted under a running service; the database will report it.
      clearInterval(touch)
    }
  }, touchMs).unref()
  return {
    token: lockData.token,
    setUrl: (url) => {
      const next = `${file}.next`
      withWriteErrors(dataDir, () => {
        writeFileSync(next, JSON.stringify({ ...lockData, url }), { mode: 0o600 })
        renameSync(next, file)
      })
    },
    release: () => {
      clearInterval(touch)
      rmSync(file, { force: true })
    },
  }
}
