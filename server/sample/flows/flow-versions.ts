/** Versions of hand-written sample flows: since their creation, a timeout and some texts were changed. */
import { isDeepStrictEqual } from 'node:util'
import type { VersionSource } from '#contract/flows/flow-version.ts'
import { changeSummary } from '#flow/diff/change-summary.ts'
import { textOf } from '#lib/json/json.ts'
import { dayMs, sampleDays } from '#server/sample/daily-traffic.ts'
import { BulkWriter } from '#server/sample/bulk-writer.ts'
import type { Queryable } from '#server/store/engine/engine-db.ts'
import { documentFacts, writeDocument, type FlowDocument } from '#server/store/flows/flow-document.ts'
import type { Design } from './design.ts'

export interface SampleVersion {
  /** Days before now since which it is live. */
  age: number
  document: FlowDocument
  source: VersionSource
  note: string
}

/** Number of texts that the latest version changed. */
const changedTexts = 2
/** Timeout of a run in the first version, in seconds. */
const firstTimeout = 900

/** The document before texts were changed: each was its first sentence only. */
function withShortTexts(document: FlowDocument): FlowDocument {
  let left = changedTexts
  const nodes = document.nodes.map((node) => {
    const key = node.type === 'agent' ? 'prompt' : 'text'
    const text = textOf(node.config[key])
    const first = /^.+?[.?!](?= \S)/.exec(text)?.[0]
    if (left === 0 || first === undefined || !['agent', 'message'].includes(node.type)) return node
    left -= 1
    return { ...node, config: { ...node.config, [key]: first } }
  })
  return { ...document, nodes }
}

/** Versions of a design, oldest first; the last one is its document. None if it has no text to change. */
export function versionsOf({ key, age, changed }: Design, document: FlowDocument): SampleVersion[] {
  const second = withShortTexts(document)
  if (isDeepStrictEqual(second, document)) return []
  const first = { ...second, settings: { ...second.settings, timeout_s: firstTimeout } }
  // Within the time of the sample's runs, so that each version has some.
  const known = Math.min(age, sampleDays)
  const middle = changed + (known - changed) / 2
  return [
    { age, document: first, source: { kind: 'created', name: null, version: null }, note: '' },
    {
      age: middle,
      document: second,
      source: { kind: 'values', name: null, version: null },
      note: 'Some runs took longer.',
    },
    { age: changed, document, source: { kind: 'file', name: `${key}-v3.json`, version: null }, note: '' },
  ]
}

/** Number of the version that was live some days before now; 1 without versions. */
export const versionAt = (versions: readonly SampleVersion[], daysBefore: number): number =>
  Math.max(1, versions.filter(({ age }) => age >= daysBefore).length)

/** Writes the versions of flows, each as a whole: sample flows are small. */
export class SampleVersionWriter {
  readonly #rows: BulkWriter<
    | 'flow_id'
    | 'number'
    | 'at'
    | 'source'
    | 'note'
    | 'node_count'
    | 'edge_count'
    | 'changes'
    | 'summary'
    | 'live_since'
    | 'whole_number'
    | 'body'
  >
  readonly #now: number

  constructor(client: Queryable, account: string, now: number) {
    this.#now = now
    this.#rows = new BulkWriter(
      client,
      account,
      'flow_version',
      {
        flow_id: 'text',
        number: 'integer',
        at: 'timestamptz',
        source: 'jsonb',
        note: 'text',
        node_count: 'integer',
        edge_count: 'integer',
        changes: 'jsonb',
        summary: 'text',
        live_since: 'timestamptz',
        whole_number: 'integer',
        body: 'text',
      },
      false,
    )
  }

  add(flowId: string, versions: readonly SampleVersion[]): void {
    for (const [index, version] of versions.entries()) {
      const before = versions[index - 1]
      const { changes, summary } = before
        ? changeSummary(before.document, version.document)
        : { changes: null, summary: '' }
      const at = this.#now - Math.round(version.age * dayMs)
      const { nodeCount, edgeCount } = documentFacts(version.document)
      this.#rows.add({
        flow_id: flowId,
        number: index + 1,
        at,
        source: JSON.stringify(version.source),
        note: version.note,
        node_count: nodeCount,
        edge_count: edgeCount,
        changes: changes && JSON.stringify(changes),
        summary,
        live_since: at,
        whole_number: index + 1,
        body: writeDocument(version.document),
      })
    }
  }

  flush(): Promise<void> {
    return this.#rows.flush()
  }
}
