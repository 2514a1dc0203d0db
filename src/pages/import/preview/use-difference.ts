import { useQuery } from '@tanstack/react-query'
import type { FileFlow } from '#files/file-result.ts'
import { compareFlowData, type ComparedData } from '#flow-data/flow-data.ts'
import { readFlowData } from '#flow-data/read-flow.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { useImportTemplate } from './use-template.ts'

/** A head holds more than is compared. */
const definitionsOf = ({
  name,
  description,
  metadata,
  variables,
  settings,
}: Pick<FlowHead, 'name' | 'description' | 'metadata' | 'variables' | 'settings'>) => ({
  name,
  description,
  metadata,
  variables,
  settings,
})

export interface ImportDifference {
  compared: ComparedData
  /** Version of the flow that is here. */
  version: number
}

/** What differs between the flow of the same name that is here (`id`) and one of a file; compared where both are held. */
export function useImportDifference(key: string, flow: FileFlow, id: string) {
  const { data: opened, error: unopened } = useImportTemplate(key, flow)
  const { data, error } = useQuery<ImportDifference>({
    queryKey: ['import difference', key, id, opened?.data.key],
    queryFn: async ({ signal }) => {
      if (opened === undefined) throw new Error('The file is not open.')
      const here = await readFlowData(id, undefined, signal)
      const compared = await compareFlowData(here.data, opened.data, {
        ids: true,
        positions: true,
        definitions: { before: definitionsOf(here.head), after: definitionsOf(opened.head) },
        isMasked: false,
      })
      return { compared, version: here.version }
    },
    enabled: opened !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    structuralSharing: false,
  })
  return { difference: data ?? null, error: unopened ?? error }
}
