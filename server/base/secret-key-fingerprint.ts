/**
 * Fingerprint of SECRET_KEY in the database: a start with another key is refused, instead of failing at the first
 * secret.
 */
import type pg from 'pg'
import { StartError } from './config.ts'
import { deriveKey } from './secrets.ts'

/** Fingerprint by which two installations can be compared; reveals nothing else about the key. */
export const secretKeyFingerprint = (secretKey: string): string =>
  deriveKey(secretKey, 'print of the key').toString('base64url').slice(0, 16)

/** Name of the row of `installation`. It stays out of backups, which may be restored under another key. */
export const fingerprintRow = 'secret_key_print'

/**
 * Stores the fingerprint of the key if none is stored and the database has an account; before that, any key matches.
 * Returns whether `secretKey` matches.
 */
export async function hasMatchingSecretKey(database: Pick<pg.Pool, 'query'>, secretKey: string): Promise<boolean> {
  const print = secretKeyFingerprint(secretKey)
  await database.query(
    'insert into installation (name, value) select $1, $2 where exists (select 1 from account) on conflict (name) do nothing',
    [fingerprintRow, print],
  )
  const { rows } = await database.query<{ value: string }>('select value from installation where name = $1', [
    fingerprintRow,
  ])
  return rows.every(({ value }) => value === print)
}

/** Throws StartError if the database was created with another SECRET_KEY. */
export async function refuseOtherSecretKey(database: Pick<pg.Pool, 'query'>, secretKey: string): Promise<void> {
  if (await hasMatchingSecretKey(database, secretKey)) return
  throw new StartError(
    `SECRET_KEY: this database was created with another key. Its secrets and sessions cannot be read with this one. Nothing was changed.
Set the original key: SECRET_KEY or SECRET_KEY_FILE, or the file secret-key in DATA_DIR.
If that key is lost: npm run backup -- FILE works without it and leaves out stored secrets. Restore the file into an empty database.`,
  )
}
