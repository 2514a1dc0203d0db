/** Handlers of local commands, run in the service that has locked the data folder (sent by server/boot/command.ts). */
import { z } from 'zod'
import { admin } from '#contract/service.ts'
import { backupStream } from '#server/backup/backup.ts'
import { commands, isCommandName } from '#server/commands/all.ts'
import { Fault, notFound, CommandError } from '#server/base/fault.ts'
import type { Services } from '#server/protocol/services.ts'
import { openHandler, type Handler } from '#server/protocol/handler.ts'

const Arguments = z.strictObject({ args: z.array(z.string()) })

const command = openHandler(admin.command, async ({ services }, { params, body }) => {
  if (!isCommandName(params.command)) throw notFound('command')
  const { args } = Arguments.parse(body)
  const progressLines: string[] = []
  try {
    const lines = await commands[params.command].run(partsOf(services), args, (line) => void progressLines.push(line))
    return { body: { lines: [...progressLines, ...lines] } }
  } catch (error) {
    // parseArgs throws a TypeError that names the flag.
    const isExpected =
      error instanceof CommandError || (error instanceof TypeError && 'code' in error) || error instanceof Fault
    throw isExpected ? new Fault('invalid', error.message) : error
  }
})

const partsOf = ({ config, database, now, callers, secretKey }: Services) => ({
  config,
  database,
  now,
  secretKey,
  clearCallers: callers.clear,
})

const backup = openHandler(admin.backup, async ({ services }, { query }) => ({
  body: null,
  stream: backupStream(services.database.pool, {
    withSecrets: query.secrets === 'encrypted',
    secretKey: services.secretKey,
    now: services.now(),
  }),
}))

export const adminHandlers: Handler[] = [command, backup]
