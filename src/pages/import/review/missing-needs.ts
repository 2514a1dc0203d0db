/** Requirements of a flow that the account does not have. Pure. */
import type { FlowReview, AccountReference, FirstOf } from '#flow/file/review.ts'
import type { Verdict } from '#flow/health/verdict.ts'
import type { ImportChoices, NeedField } from './import-choices.ts'

/** Keys by which flows can refer to objects of an account. */
export interface AccountKeys {
  tools: ReadonlySet<string>
  /** Keys of globals that hold a secret. */
  secrets: ReadonlySet<string>
  /** Ids, and unique names. */
  channels: ReadonlySet<string>
  /** Lists that were not read completely, so that other entries are unknown. */
  incompleteLists: ReadonlySet<NeedField>
}

/** Whether the account has no object with the key. While the account is unknown, nothing is missing. */
function missingIn(account: AccountKeys | null, field: NeedField, key: string): boolean {
  return account !== null && !account.incompleteLists.has(field) && !account[field].has(key)
}

/** Missing keys of one kind, among those that the review lists. */
export const missingNeeds = (
  account: AccountKeys | null,
  field: NeedField,
  needs: FirstOf<AccountReference>,
): AccountReference[] => needs.first.filter(({ key }) => missingIn(account, field, key))

/** Missing requirements, including those with a choice, which stay visible. */
export const missingOrChosenNeeds = (
  account: AccountKeys | null,
  field: NeedField,
  needs: FirstOf<AccountReference>,
  choices: ImportChoices,
): AccountReference[] =>
  needs.first.filter(({ key }) => missingIn(account, field, key) || choices.bindings[field].has(key))

/** How far the flow would run with the choices made so far. Models of the account are only known after the import. */
export function reviewVerdict(review: FlowReview, account: AccountKeys | null, choices: ImportChoices): Verdict {
  const isOpen = (field: NeedField) => (key: string) =>
    missingIn(account, field, key) && (choices.bindings[field].get(key)?.id ?? null) === null
  const needs = { ...review.verdict.needs }
  for (const { tools, channels, steps } of review.stepNeeds) {
    if (tools.some(isOpen('tools'))) needs.tool += steps
    else if (channels.some(isOpen('channels'))) needs.channel += steps
  }
  const secretKeys = [...review.needs.secrets.first, ...review.secrets.first.filter(({ isUsed }) => isUsed)]
  return { ...review.verdict, needs, secrets: secretKeys.map(({ key }) => key).filter(isOpen('secrets')).length }
}

/** Number of warnings of a flow: items with a warning in its review, and each warning of the reader. */
export function warningCount(review: FlowReview, account: AccountKeys | null, isClash: boolean): number {
  const { needs, secrets, warnings, changedIds, dangling } = review
  const fields: readonly NeedField[] = ['tools', 'channels', 'secrets']
  const parts = [
    isClash,
    secrets.count + review.renamedSecrets > 0,
    ...fields.map((field) => missingNeeds(account, field, needs[field]).length > 0),
    changedIds.count > 0,
    dangling.count > 0,
    warnings.some(({ code }) => code === versionCode),
  ]
  return parts.filter(Boolean).length + notesOf(review).reduce((sum, group) => sum + group.count, 0)
}

/** The warning about a newer template version. */
export const versionCode = 'template_version'
/** Warnings for which the review has its own texts. */
const codesWithOwnText = new Set([versionCode, 'dangling_edges', 'duplicate_id'])

/** Warnings that are shown with the text of the reader. */
export const notesOf = ({ warnings }: FlowReview): FlowReview['warnings'] =>
  warnings.filter(({ code }) => !codesWithOwnText.has(code))
