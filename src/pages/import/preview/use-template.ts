import { useQuery } from '@tanstack/react-query'
import type { FileFlow } from '#files/file-result.ts'
import { openTemplateData } from '#flow-data/flow-data.ts'

export type ImportTemplate = Awaited<ReturnType<typeof openTemplateData>>

/** The flow of a row, held in the worker of open flows. */
export function useImportTemplate(key: string, flow: FileFlow) {
  return useQuery<ImportTemplate>({
    queryKey: ['import flow', key],
    queryFn: async () => openTemplateData(await flow.template.arrayBuffer()),
    staleTime: Infinity,
    // Not cached: a flow is large, and quickly opened again.
    gcTime: 0,
    retry: false,
    structuralSharing: false,
    networkMode: 'always',
  })
}
