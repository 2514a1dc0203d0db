/** Commands by name, except `backup`, which writes a file and is in server/boot/command.ts. */
import { accountCommand } from './account.ts'
import type { Command } from './command.ts'
import { keyCommand } from './key.ts'
import { restoreCommand } from './restore.ts'
import { sampleCommand } from './sample.ts'

export const commands = {
  account: accountCommand,
  key: keyCommand,
  sample: sampleCommand,
  restore: restoreCommand,
} satisfies Record<string, Command>

export const isCommandName = (text: string): text is keyof typeof commands => Object.hasOwn(commands, text)
