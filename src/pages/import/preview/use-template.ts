import { useQuery } from '@tanstack/react-query'
import type { FileFlow } from '#files/file-result.ts'
import { openTemplateData } from '#flow-data/flow-data.ts'

export type ImportTemplate = Awaited<ReturnType<typeof openTemplateData>>

/** Numbers of templates: a row has another one after each choice for its steps. */
const templateNumbers = new WeakMap<Blob, number>()
let lastNumber = 0

function numberOf(template: Blob): number {
  const number = templateNumbers.get(template) ?? (lastNumber += 1)
  templateNumbers.set(template, number)
  return number
}

/** The flow of a row, held in the worker of open flows; the previous one of this row until another is read. */
export function useImportTemplate(key: string, flow: FileFlow) {
  return useQuery<ImportTemplate>({
    queryKey: ['import flow', key, numberOf(flow.template)],
    queryFn: async () => openTemplateData(await flow.template.arrayBuffer()),
    placeholderData: (previous, query) => (query?.queryKey[1] === key ? previous : undefined),
    staleTime: Infinity,
    // Not cached: a flow is large, and quickly opened again.
    gcTime: 0,
    retry: false,
    structuralSharing: false,
    networkMode: 'always',
  })
}
