/** One of the two flows that are compared, wherever it lives, opened in the worker that holds flows. */
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { flow as flowApi } from '#contract/flow.ts'
import { keyOf } from '#contract/kernel.ts'
import { openedFile } from '#files/opened-files.ts'
import type { Definitions } from '#flow/diff-definitions.ts'
import { onFlowsLost, openSeenData, openTemplateData, type FlowData } from '#flow-data/flow-data.ts'
import { readFlow, type ReadFlow } from '#flow-data/read-flow.ts'
import { ownKey } from '#parts/own-key.ts'
import { seenIn, type SideName } from '#src/paths.ts'

export interface Side {
  is: SideName['is']
  /** Of the flow, or of the file. */
  name: string
  /** Which version it is, in words; "" of a file. */
  version: string
  data: FlowData
  /** Null where it is known by nodes and edges alone. */
  definitions: Definitions | null
  hasPositions: boolean
}

/** A side that is gone from this browser: nothing that a second try could bring back. */
export class GoneHere extends Error {
  override name = 'GoneHere'
}

const flowKey = (id: string) => keyOf(flowApi.read, { id })

const flowSide = ({ head, data }: ReadFlow): Side => ({
  is: 'flow',
  name: head.name,
  version: `version ${head.version}`,
  data,
  definitions: head,
  hasPositions: head.hasPositions,
})

/** The name of a flow, as far as anybody knows it. */
async function nameOf(client: QueryClient, id: string): Promise<string> {
  const queryKey = flowKey(id)
  const known = client.getQueryData<ReadFlow>(queryKey)
  const read = known ?? (await readFlow(id, undefined, AbortSignal.timeout(30_000)).catch(() => null))
  return read?.head.name ?? 'A flow that is not here any more'
}

async function seenSide(client: QueryClient, key: string): Promise<Side> {
  const { flow, version } = seenIn(key)
  const opened = await openSeenData(await ownKey(client, [flow]), version).catch(() => null)
  if (opened === null)
    throw new GoneHere(
      'A version of a flow is kept in this browser once it was looked at here, for as long as there is room. Choose another one.',
    )
  const { head, data } = opened
  const name = await nameOf(client, flow)
  const { hasPositions } = head
  return { is: 'seen', name, version: `version ${head.version}, as seen here`, data, definitions: null, hasPositions }
}

async function fileSide(key: string): Promise<Side> {
  const opened = await openedFile(key)
  if (opened === null)
    throw new GoneHere(
      'A file is kept in the browser in which it was opened, for as long as there is room, and is never sent anywhere. Choose it once more.',
    )
  const { head, data } = await openTemplateData(await opened.flow.template.arrayBuffer())
  return { is: 'file', name: opened.file, version: '', data, definitions: head, hasPositions: head.hasPositions }
}

export interface SideView {
  /** Null while it is not there, or none was chosen. */
  side: Side | null
  error: Error | null
  again: () => void
}

/** Null = none was chosen. */
export function useSide(name: SideName | null): SideView {
  const client = useQueryClient()
  const id = name?.is === 'flow' ? name.key : null
  const queryKey = flowKey(id ?? '')
  const flow = useQuery<ReadFlow>({
    queryKey,
    queryFn: ({ signal }) => readFlow(id ?? '', client.getQueryData<ReadFlow>(queryKey), signal),
    enabled: id !== null,
    structuralSharing: false,
    // What is compared stands still while one looks at it.
    refetchOnWindowFocus: false,
  })
  const here = useQuery<Side>({
    queryKey: ['compared side', name],
    queryFn: () => {
      if (name === null) throw new Error('Nothing was chosen.')
      return name.is === 'seen' ? seenSide(client, name.key) : fileSide(name.key)
    },
    enabled: name !== null && id === null,
    staleTime: Infinity,
    retry: false,
    structuralSharing: false,
    networkMode: 'always',
  })
  useEffect(
    () =>
      onFlowsLost(() => {
        void client.resetQueries({ queryKey: ['compared side'] })
        void client.resetQueries({ queryKey: flowKey(id ?? '') })
      }),
    [client, id],
  )
  if (id !== null)
    return {
      side: flow.data === undefined ? null : flowSide(flow.data),
      error: flow.data === undefined ? flow.error : null,
      again: () => void flow.refetch(),
    }
  return { side: here.data ?? null, error: here.error, again: () => void here.refetch() }
}
