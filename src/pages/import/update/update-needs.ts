/** What the account has for a flow that is updated: its own keys, and what the flow is bound to. Pure. */
import type { FileFlow } from '#files/file-result.ts'
import type { FlowDetail } from '#contract/flow.ts'
import type { AccountReference } from '#flow/file/review.ts'
import type { KnownKeys } from '#flow/health/lint.ts'
import type { NeedField } from '#pages/import/review/import-choices.ts'
import type { AccountKeys } from '#pages/import/review/missing-needs.ts'

type BoundFlow = Pick<FlowDetail, 'bindings' | 'channels' | 'sample'>

/** The keys of the account with those that the flow is bound to. Channels that start this flow are not busy. */
export function withBindings(account: AccountKeys, { bindings, channels }: BoundFlow): AccountKeys {
  const own = new Set(channels.flatMap(({ id, name }) => [id, name]))
  const known = (field: NeedField) => {
    const keys = new Set(account[field])
    for (const [key, id] of Object.entries(bindings[field])) {
      if (id === null) keys.delete(key)
      else keys.add(key)
    }
    return keys
  }
  return {
    ...account,
    tools: known('tools'),
    channels: known('channels'),
    secrets: known('secrets'),
    busyChannels: new Set([...account.busyChannels].filter((key) => !own.has(key))),
  }
}

/** The same keys for a flow that has channels, which start it. */
export const startedBy = (known: KnownKeys | null, { channels, sample }: BoundFlow): KnownKeys | null =>
  known?.account == null
    ? known
    : sample
      ? { ...known, account: null }
      : { ...known, account: { ...known.account, starting: channels.map(({ type }) => type) } }

/** References of one kind in a file; a secret value in it is one too. */
export function referencesIn({ review: { needs, secrets } }: FileFlow, field: NeedField): AccountReference[] {
  if (field !== 'secrets') return needs[field].first
  const found = secrets.first.map(({ key, occurrences: { count, first } }) => ({
    key,
    nodes: { count, first: first.flatMap(({ node }) => (node === null ? [] : [node])) },
  }))
  return [...needs.secrets.first, ...found]
}
