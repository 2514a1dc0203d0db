/** Requirements of a flow that the account does not have. Pure. */
import type { Me } from '#contract/account.ts'
import type { FlowReview, AccountReference, FirstOf } from '#flow/file/review.ts'
import type { AccountTool as StepTool } from '#flow/choices/step-choices.ts'
import type { KnownKeys } from '#flow/health/lint.ts'
import type { ImportChoices, NeedField } from './import-choices.ts'

export interface AccountTool extends StepTool {
  /** Names of the inputs that its schema lists. */
  inputs: string[]
  /** Of an agent; "" = none. */
  model: string
}

/** Keys by which flows can refer to objects of an account. */
export interface AccountKeys {
  tools: ReadonlySet<string>
  /** Keys of globals that hold a secret. */
  secrets: ReadonlySet<string>
  /** Ids, and unique names. */
  channels: ReadonlySet<string>
  /** Keys of the channels that start a flow. */
  busyChannels: ReadonlySet<string>
  toolList: readonly AccountTool[]
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

/** What the flow can use of the account, with the choices made so far. Null = unknown. */
export function knownKeysOf(
  review: FlowReview,
  account: AccountKeys | null,
  choices: ImportChoices,
  model: Me['model'],
): KnownKeys | null {
  if (account === null) return null
  const known = (field: NeedField, needs: readonly { key: string }[]) => {
    const keys = new Set(account[field])
    for (const { key } of needs) if (!missingIn(account, field, key)) keys.add(key)
    for (const [key, { id }] of choices.bindings[field]) {
      if (id === null) keys.delete(key)
      else keys.add(key)
    }
    return keys
  }
  const channels = known('channels', review.needs.channels.first)
  const starts = (key: string) =>
    account.busyChannels.has(choices.bindings.channels.get(key)?.id ?? key) ? ('another' as const) : ('none' as const)
  return {
    tools: known('tools', review.needs.tools.first),
    channels,
    secrets: known('secrets', [...review.needs.secrets.first, ...review.secrets.first]),
    account: {
      // A service that does not say which model it has may have any.
      model: model === undefined ? { defaultModel: 'unknown' } : model && { defaultModel: model.default },
      toolModels: Object.fromEntries(
        account.toolList.filter(({ category }) => category === 'agent').map((tool) => [tool.key, tool.model]),
      ),
      // No channel starts a flow that does not exist yet.
      starting: [],
      bound: Object.fromEntries([...channels].map((key) => [key, { name: key, starts: starts(key) }])),
      isActive: false,
    },
  }
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
