/** SECRET_KEY: from the settings, or generated once in the data folder. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minSecretKey, StartError, type Config } from '#server/base/config.ts'
import { embeddedFolder } from '#server/store/db/database.ts'

/** The key of this installation. A lost key is not silently replaced, which would make stored secrets unreadable. */
export function secretKeyOf(config: Config): string {
  if (config.secretKey !== null) return config.secretKey
  const file = join(config.dataDir, 'secret-key')
  if (existsSync(file)) {
    const storedKey = readFileSync(file, 'utf8').trim()
    if (storedKey.length < minSecretKey)
      throw new StartError(
        `${file} has fewer than ${minSecretKey} characters, so it is damaged. Restore the file from a backup, or set SECRET_KEY.`,
      )
    return storedKey
  }
  if (existsSync(join(embeddedFolder(config.dataDir), 'PG_VERSION')))
    throw new StartError(
      `${file} is missing, but the database needs this key for its secrets and sessions. Restore the file, or set SECRET_KEY.`,
    )
  const newKey = randomBytes(32).toString('base64url')
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  // Written atomically.
  writeFileSync(`${file}.next`, `${newKey}\n`, { mode: 0o600, flush: true })
  renameSync(`${file}.next`, file)
  return newKey
}
