/**
 * Interface of a local command: it runs in the service that has locked the data folder, or opens the database itself.
 */
import type { Config } from '#server/base/config.ts'
import type { Database } from '#server/store/db/database.ts'

/** Dependencies of a command, in both cases. */
export interface CommandParts {
  config: Config
  database: Database
  now: () => Date
  secretKey: string
  /** Clears cached callers, after changes to people or keys. */
  clearCallers: () => void
}

export interface Command {
  help: string
  /** Returns the lines to print. `print` reports progress of long work. */
  run(parts: CommandParts, args: readonly string[], print: (line: string) => void): Promise<string[]>
}
