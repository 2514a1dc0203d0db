/** `restore FILE`: restores a backup into an empty database of either kind. */
import { restore } from '#server/backup/restore.ts'
import { CommandError } from '#server/base/command-error.ts'
import type { Command } from './command.ts'

export const restoreCommand: Command = {
  help: `npm run restore -- FILE

Reads a backup into the empty database of this service: the embedded one in DATA_DIR, or the Postgres of DATABASE_URL. All of
it is written, or nothing. A backup from either database can be restored into either, which is the way from one to the other.
`,
  async run({ database, secretKey, forget }, args) {
    const [file, ...others] = args
    if (file === undefined || others.length > 0) throw new CommandError('Use: restore FILE.')
    const rows = await restore(database.pool, file, secretKey)
    forget()
    return [`Restored ${rows} rows. Everybody signs in again.`]
  },
}
