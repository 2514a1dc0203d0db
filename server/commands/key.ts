/** `key create`: creates an API key and prints it on the last line, so that scripts can read it. */
import { parseArgs } from 'node:util'
import { Name } from '#contract/kernel/page.ts'
import { Scope as KeyScope } from '#contract/account.ts'
import { createKey } from '#server/store/accounts/key.ts'
import { Scope } from '#server/store/db/scope.ts'
import { needPersonByEmail } from './account.ts'
import { CommandError } from '#server/base/fault.ts'
import type { Command } from './command.ts'

const dayMs = 86_400_000

export const keyCommand: Command = {
  help: `npm run key -- create --email E --name N [--scope read|write] [--days D]

Creates a key for the account of a person and prints it last. It is shown only once.

  --scope  permissions (default: write)
  --days   days until it expires (default: never)
`,
  async run(parts, [verb, ...args]) {
    if (verb !== 'create') throw new CommandError('Use: key create --email E --name N.')
    const options = {
      email: { type: 'string' },
      name: { type: 'string' },
      scope: { type: 'string', default: 'write' },
      days: { type: 'string' },
    } as const
    const { values } = parseArgs({ args, options })
    const name = Name.safeParse(values.name)
    if (!name.success) throw new CommandError('--name: give the key a name.')
    const scope = KeyScope.safeParse(values.scope)
    if (!scope.success) throw new CommandError('--scope: use read or write.')
    if (values.days !== undefined && !/^[1-9]\d{0,4}$/.test(values.days))
      throw new CommandError('--days: use a whole number from 1 to 99999.')
    const found = await needPersonByEmail(parts, values.email ?? '')
    const now = parts.now()
    const expiresAt = values.days === undefined ? null : new Date(now.getTime() + Number(values.days) * dayMs)
    const { id, name: creator } = found
    const made = await createKey(
      new Scope(parts.database.db, found.accountId),
      { name: name.data, scope: scope.data, expiresAt, createdBy: { id, name: creator } },
      now,
    )
    return [`Created the key "${name.data}" (${scope.data}) for the account of ${found.email}.`, made.text]
  },
}
