/** Manifest in a ZIP of flows: the included files, and the missing flows with the reason. Pure. */
import type { EntryFacts } from './zip-messages.ts'

export const manifestName = 'manifest.json'

/** A flow as listed when its file was requested. */
interface ListedFlow {
  id: string
  name: string
  version: number
}

export interface ManifestEntry extends ListedFlow, EntryFacts {
  /** Name of the file in the ZIP. */
  file: string
}

export interface ManifestMiss extends ListedFlow {
  reason: string
  /** The service's error code; "stopped" = not requested, "zip_full" = no space in the ZIP. */
  code: string
  request_id: string | null
}

/** By code units: the same order on every machine. */
const byFile = (a: ManifestEntry, b: ManifestEntry): number => (a.file < b.file ? -1 : 1)

const sumOf = (numbers: readonly (number | null)[]): number => numbers.reduce<number>((sum, one) => sum + (one ?? 0), 0)

/** The manifest's text; `exportedAt` is ISO 8601 in UTC. */
export function manifestText(
  flows: readonly ManifestEntry[],
  missing: readonly ManifestMiss[],
  { exportedAt, version }: { exportedAt: string; version: string },
): string {
  const manifest = {
    format: 'flow-manifest',
    format_version: '1.0',
    exported_at: exportedAt,
    generator: { name: 'Flow Console', version },
    counts: {
      flows: flows.length,
      nodes: sumOf(flows.map(({ nodes }) => nodes)),
      edges: sumOf(flows.map(({ edges }) => edges)),
      bytes: sumOf(flows.map(({ bytes }) => bytes)),
      missing: missing.length,
    },
    flows: flows.toSorted(byFile).map(({ file, id, name, version: of, sha256, bytes, nodes, edges }) => ({
      file,
      id,
      name,
      version: of,
      sha256,
      bytes,
      nodes,
      edges,
    })),
    missing,
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
