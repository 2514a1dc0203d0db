/** A version of a flow in words. Pure. */
import type { FlowVersion, VersionChanges, VersionSource } from '#contract/flows/flow-version.ts'
import { count, formatCount } from '#lib/count.ts'

/** The filter of the list. "any": all versions, including the first one, which was created. */
export const sourceFilters = ['any', 'file', 'values', 'version', 'service'] as const
export type SourceFilter = (typeof sourceFilters)[number]

/** What a version was made from: "from agent.json", "from version 7", "changed values". */
export function sourceWords({ kind, name, version }: VersionSource): string {
  if (kind === 'created') return 'created the flow'
  if (kind === 'values') return 'changed values'
  if (kind === 'version') return version === null ? 'from another version' : `from version ${formatCount(version)}`
  return `from ${name ?? (kind === 'file' ? 'a file' : 'another service')}`
}

/** Who made it: "Mira Okafor", "API key ci-deploy". */
export const authorWords = ({ by }: Pick<FlowVersion, 'by'>): string =>
  by === null ? 'The service' : by.kind === 'key' ? `API key ${by.name}` : by.name

/** Numbers of changes by their sign. Definitions count as changed; edges only if nothing else differs. */
export function changeSigns(changes: VersionChanges | null) {
  if (changes === null) return []
  const { added, removed, changed, moved, edges, definitions } = changes
  const signs = [
    { kind: 'added', number: added, words: `${formatCount(added)} added` },
    { kind: 'removed', number: removed, words: `${formatCount(removed)} removed` },
    { kind: 'changed', number: changed + definitions, words: `${formatCount(changed + definitions)} changed` },
    { kind: 'moved', number: moved, words: `${formatCount(moved)} moved` },
  ] as const
  const shown = signs.filter(({ number }) => number > 0)
  return shown.length > 0 || edges === 0
    ? shown
    : [{ kind: 'edges', number: edges, words: count(edges, 'changed edge') } as const]
}

/** "1,640 runs", "2 test runs", "No runs yet"; `failed` is empty if none did. */
export function runWords({ runs, failed, tests, open }: Pick<FlowVersion, 'runs' | 'failed' | 'tests' | 'open'>): {
  words: string
  failed: string
} {
  const parts = [
    ...(runs > 0 ? [count(runs, 'run')] : []),
    ...(tests > 0 ? [count(tests, 'test run')] : []),
    ...(open.count > 0 ? [`${formatCount(open.count)} in progress`] : []),
  ]
  return {
    words: parts.length === 0 ? 'No runs yet' : parts.join(' · '),
    failed: failed > 0 ? `${formatCount(failed)} failed` : '',
  }
}
