/** Validation of a flow: faults in the flow, and requirements that its account or service does not meet. */
import type { Finding } from '#contract/flow.ts'
import { findingsOf, lintFlow, type Lint } from '#flow/health/lint.ts'
import type { AccountState } from '#flow/health/lint-account.ts'
import type { Binding, BindingKind } from './binding.ts'
import { emptyDocument } from './flow-document.ts'

/** Combines the findings of a document with those of the flow's name and description. */
export function withTextFindings(
  {
    beforeAccount: before,
    requiredKeys: needs,
    account: around,
    afterAccount: after,
    secretPaths: references,
    ...rest
  }: Lint,
  words: { name: string; description: string },
): Lint {
  const own = lintFlow({ ...emptyDocument, ...words })
  const known = new Set(needs.filter((need) => need.kind === 'secret').map((need) => need.key))
  return {
    ...rest,
    beforeAccount: before,
    requiredKeys: [...needs, ...own.requiredKeys.filter((need) => !known.has(need.key))],
    account: around,
    afterAccount: { list: [...own.afterAccount.list, ...after.list], omitted: after.omitted },
    secretPaths: [...own.secretPaths, ...references],
  }
}

/** All findings of a flow; those that are errors prevent activation. `around` null = not checked. */
export function validationOf(lint: Lint, bindings: readonly Binding[], around: AccountState | null): Finding[] {
  const bound = (kind: BindingKind) =>
    new Set(bindings.filter((row) => row.kind === kind && row.targetId !== null).map((row) => row.key))
  return findingsOf(lint, {
    tools: bound('tool'),
    channels: bound('channel'),
    secrets: bound('secret'),
    account: around,
  })
}
