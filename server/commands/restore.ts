/** `restore FILE`: restores a backup into an empty database of either kind. */
import { restore } from '#server/backup/restore.ts'
import { CommandError } from '#server/base/fault.ts'
import type { Command } from './command.ts'

export const restoreCommand: Command = {
  help: `npm run restore -- FILE

Restores a backup into the empty database of this service: the embedded one in DATA_DIR, or Postgres at DATABASE_URL.
The restore is all or nothing. A backup from either database can be restored into either.
`,
  async run({ database, secretKey, clearCallers }, args) {
    const [file, ...others] = args
    if (file === undefined || others.length > 0) throw new CommandError('Use: restore FILE.')
    const rows = await restore(database.pool, file, secretKey)
    clearCallers()
    return [`Restored ${rows} rows. Everyone must sign in again.`]
  },
}
