/** What a flow names and the account has not got. Pure. */
import type { FlowReview, AccountNeed, FirstOf } from '#flow/file/review.ts'
import type { ImportChoices, NeedField } from './import-choices.ts'

/** What an account has, by the words with which a flow names it. */
export interface AccountKeys {
  tools: ReadonlySet<string>
  /** Keys of globals that hold a secret. */
  secrets: ReadonlySet<string>
  /** Ids, and names that only one channel has. */
  channels: ReadonlySet<string>
  /** Lists that are longer than what was read: of what is not in them nothing is known. */
  unread: ReadonlySet<NeedField>
}

/** A key belongs to nobody here. While the account is not known nothing is called missing. */
function missingIn(account: AccountKeys | null, field: NeedField, key: string): boolean {
  return account !== null && !account.unread.has(field) && !account[field].has(key)
}

/** Keys of one kind that are missing. Those beyond the named ones are not looked up. */
export const missingNeeds = (
  account: AccountKeys | null,
  field: NeedField,
  needs: FirstOf<AccountNeed>,
): AccountNeed[] => needs.first.filter(({ key }) => missingIn(account, field, key))

/** What is missing, and what was chosen or made in its place: that stays in sight. */
export const decidedNeeds = (
  account: AccountKeys | null,
  field: NeedField,
  needs: FirstOf<AccountNeed>,
  choices: ImportChoices,
): AccountNeed[] => needs.first.filter(({ key }) => missingIn(account, field, key) || choices.chosen[field].has(key))

/** How many things of a flow a person should look at, by the headings of its review. */
export function lookCount(review: FlowReview, account: AccountKeys | null, isClash: boolean): number {
  const { needs, secrets, unknown, warnings, changedIds, dangling } = review
  const fields: readonly NeedField[] = ['tools', 'channels', 'secrets']
  const parts = [
    isClash,
    secrets.count + review.renamedSecrets > 0,
    ...fields.map((field) => missingNeeds(account, field, needs[field]).length > 0),
    unknown.count > 0,
    changedIds.count > 0,
    dangling.count > 0,
    notesOf(review).length > 0,
    warnings.some(({ code }) => code === versionCode),
  ]
  return parts.filter(Boolean).length
}

/** The warning about a version that is newer than the one we know. */
export const versionCode = 'template_version'
/** Warnings that the review tells in its own words. */
const told = new Set([versionCode, 'dangling_edges', 'duplicate_id'])

/** The warnings that are told as the reader wrote them. */
export const notesOf = ({ warnings }: FlowReview): FlowReview['warnings'] =>
  warnings.filter(({ code }) => !told.has(code))
