/** What a command of this machine is: it runs in the service that holds the data folder, or opens the database itself. */
import type { Config } from '#server/base/config.ts'
import type { Database } from '#server/store/db/database.ts'

/** What a command needs, whether a service runs or not. */
export interface CommandParts {
  config: Config
  database: Database
  now: () => Date
  secretKey: string
  /** After people or keys have changed. */
  forget: () => void
}

export interface Command {
  help: string
  /** Returns the lines to print. `say` is for what takes long. */
  run(parts: CommandParts, args: readonly string[], say: (line: string) => void): Promise<string[]>
}
