import { useMemo } from 'react'
import type { JsonRecord } from '#lib/json/json.ts'
import { definitionRows } from './definition-rows.ts'
import { DefinitionsTable } from './definitions-table.tsx'

/** Fields of a flow's file beside its nodes. */
export function FileDefinitions({ metadata }: { metadata: JsonRecord }) {
  const rows = useMemo(() => definitionRows(metadata), [metadata])
  return <DefinitionsTable title="From the file" rows={rows} empty="The flow’s file contains no other fields." />
}
