import { useQuery } from '@tanstack/react-query'
import type { FileFlow } from '#files/file-result.ts'
import { compareFlowData, type ComparedData } from '#flow-data/flow-data.ts'
import { readFlowData } from '#flow-data/read-flow.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { useImportTemplate } from './use-template.ts'

/** The compared fields of a head. */
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
  /** Version of the flow in the account. */
  version: number
}

/**
 * The comparison of a file's flow with the flow of the same name in the account (`id`), computed in the worker that
 * holds both.
 */
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
