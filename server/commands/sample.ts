/** `sample` command, also used by `npm start -- --sample`. */
import { count } from '#lib/count.ts'
import { sampleHelp, sampleOptions } from '#server/sample/options.ts'
import { SampleExistsError, sampleSizes, type SampleCounts } from '#server/sample/sample.ts'
import { addSample } from '#server/sample/sample-jobs.ts'
import { removeSample, SampleUnfinishedError } from '#server/sample/sample-removal.ts'
import type { Services } from '#server/protocol/services.ts'
import { account } from '#server/store/tables/account.ts'
import { needPersonByEmail } from './account.ts'
import { CommandError } from '#server/base/fault.ts'
import type { Command, CommandParts } from './command.ts'

/** The account of a person, or the only existing one. */
async function accountOf(parts: CommandParts, email: string | null): Promise<string> {
  if (email !== null) return (await needPersonByEmail(parts, email)).accountId
  const accounts = await parts.database.db.select({ id: account.id }).from(account).limit(2)
  const [only, other] = accounts
  if (!only)
    throw new CommandError('There is no account yet. Set up the service first, or use npm run account -- create.')
  if (other) throw new CommandError('There are several accounts. Choose one with --email.')
  return only.id
}

const countsText = (counts: SampleCounts) =>
  Object.entries(counts)
    .map(([nouns, number]) => count(number, nouns.replace(/s$/, '')))
    .join(', ')

const isRefusal = (error: unknown): error is Error =>
  error instanceof SampleExistsError || error instanceof SampleUnfinishedError

export const sampleCommand: Command = {
  help: sampleHelp,
  async run(parts, args, say) {
    const { email, remove, flows, conversations, runs } = sampleOptions(args)
    const owner = await accountOf(parts, email)
    try {
      if (remove) {
        await removeSample(parts.database.pool, owner)
        return ['Removed the sample workspace.']
      }
      const counts = await addSample(parts.database, owner, {
        now: parts.now(),
        flows,
        conversations,
        runs,
        log: say,
      })
      return [`Sample workspace: ${countsText(counts)}.`]
    } catch (error) {
      throw isRefusal(error) ? new CommandError(error.message) : error
    }
  },
}

/** Adds the default sample to the only account; no effect if it has one already. */
export async function addDefaultSample(
  { database, sampleJobs, log }: Services,
  say: (line: string) => void,
): Promise<void> {
  const [only, other] = await database.db.select({ id: account.id }).from(account).limit(2)
  if (!only || other) {
    say('--sample: the service needs exactly one account. Set it up first, or add the sample under Settings.')
    return
  }
  try {
    say(`Sample workspace: ${countsText(await sampleJobs.add(only.id, sampleSizes))}.`)
  } catch (error) {
    if (!isRefusal(error)) throw error
    log.info('sample workspace already exists')
  }
}
