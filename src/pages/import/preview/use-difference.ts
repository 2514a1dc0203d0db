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
  /** Number of the live version of the flow in the account; undefined if the service has no versions. */
  version: number | undefined
}

/**
 * The comparison of a file's flow with the flow of the same name in the account (`id`), computed in the worker that
 * holds both.
 */
export function useImportDifference(key: string, flow: FileFlow, id: string) {
  const { data: fileTemplate, error: templateError } = useImportTemplate(key, flow)
  const { data, error } = useQuery<ImportDifference>({
    queryKey: ['import difference', key, id, fileTemplate?.data.key],
    queryFn: async ({ signal }) => {
      if (fileTemplate === undefined) throw new Error('The file is not open.')
      const accountFlow = await readFlowData(id, undefined, signal)
      const compared = await compareFlowData(accountFlow.data, fileTemplate.data, {
        ids: true,
        positions: true,
        definitions: { before: definitionsOf(accountFlow.head), after: definitionsOf(fileTemplate.head) },
        isMasked: false,
      })
      return { compared, version: accountFlow.head.live_version }
    },
    enabled: fileTemplate !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    structuralSharing: false,
  })
  return { difference: data ?? null, error: templateError ?? error }
}
