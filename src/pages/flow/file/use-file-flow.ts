import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useProduct } from '#api/query/me.ts'
import { openedFile, type OpenedFile } from '#files/opened-files.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import { definitionFindings } from '#flow/health/definition-findings.ts'
import { onFlowsLost } from '#flow-data/flows-lost.ts'
import type { TemplateHead } from '#flow-data/worker/open-template.ts'

/** A flow from a file on its page. */
export interface OpenFileFlow {
  storedFile: OpenedFile
  flow: TemplateHead
  data: FlowData
}

const keyOf = (key: string) => ['opened file', key]

/** @param isForeign the service is another product, so that what runs in the reference service does not matter */
async function readFileFlow(key: string, isForeign: boolean): Promise<OpenFileFlow | null> {
  // Loads file and code concurrently, since a requested key nearly always exists.
  const [storedFile, { openTemplateData }] = await Promise.all([openedFile(key), import('#flow-data/flow-data.ts')])
  if (storedFile === null) return null
  const { head, data } = await openTemplateData(await storedFile.flow.template.arrayBuffer())
  if (!isForeign) return { storedFile, flow: head, data }
  const validation = definitionFindings(head.validation)
  return { storedFile, flow: { ...head, validation }, data: data.withFindings(validation) }
}

/**
 * The flow that was opened under a key: null if this browser has none, undefined while it is loading. Sends no request.
 */
export function useFileFlow(key: string | undefined) {
  const client = useQueryClient()
  const isForeign = useProduct() !== null
  useEffect(() => {
    if (key === undefined) return undefined
    return onFlowsLost(() => void client.resetQueries({ queryKey: keyOf(key) }))
  }, [client, key])
  return useQuery({
    queryKey: [...keyOf(key ?? ''), isForeign],
    queryFn: () => readFileFlow(key ?? '', isForeign),
    enabled: key !== undefined,
    staleTime: Infinity,
    retry: false,
    structuralSharing: false,
    networkMode: 'always',
  })
}

/** Drops the cached flow of a key, after another flow was stored under it or it was removed. */
export function useReloadFile(): (key: string) => void {
  const client = useQueryClient()
  return (key) => client.removeQueries({ queryKey: keyOf(key) })
}

/**
 * The flow of a file as a template, serialized off the main thread: the same bytes as an export at the time when the
 * file was opened.
 */
export function fileTemplateText({ storedFile, flow, data }: OpenFileFlow): Promise<Blob> {
  const { name, description, metadata, variables, settings } = flow
  const updated_at = new Date(storedFile.at).toISOString()
  return data.ask('export file', { name, description, metadata, variables, settings, updated_at })
}
