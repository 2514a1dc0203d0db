import { useEffect, useRef, useState } from 'react'
import type { Size } from '#flow/flow-graph.ts'
import { workerAddress } from '#ui/worker-address.ts'
import type { Placement } from '#canvas/placement.ts'
import { readFonts } from './fonts.ts'
import type { PictureAnswer, PictureFlow, PictureRequest } from './picture-messages.ts'
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the worker's own bundle
import workerUrl from './picture-worker.ts?worker&url'

export interface Pictures {
  /** In canvas pixels; null until the worker has laid the flow out. */
  sizes: { whole: Size; part: Size } | null
  /** The part that is done, 0 to 1; null while nothing is made. */
  progress: number | null
  problem: string | null
  make: (request: Omit<Extract<PictureRequest, { kind: 'make' }>, 'kind'>) => void
}

/**
 * Makes pictures of a flow in a worker of its own, which ends with the component. The flow is the one at the first call.
 * `onMade` gets the file.
 */
export function usePictures(
  flow: PictureFlow,
  placement: Placement,
  only: readonly string[],
  onMade: (blob: Blob) => void,
): Pictures {
  const worker = useRef<Worker | null>(null)
  const [state, setState] = useState<Omit<Pictures, 'make'>>({ sizes: null, progress: null, problem: null })
  const made = useRef(onMade)
  made.current = onMade
  useEffect(() => {
    const own = new Worker(workerAddress(workerUrl), { type: 'module' })
    const fail = (problem: string) => setState((before) => ({ ...before, progress: null, problem }))
    own.addEventListener('message', ({ data }: MessageEvent<PictureAnswer>) => {
      if (data.kind === 'failed') fail(data.message)
      else if (data.kind === 'opened') setState((before) => ({ ...before, sizes: data }))
      else if (data.kind === 'progress') setState((before) => ({ ...before, progress: data.done }))
      else {
        setState((before) => ({ ...before, progress: null }))
        made.current(data.blob)
      }
    })
    own.addEventListener('error', () => fail('The picture took more memory than the browser gives a page.'))
    const { name, nodes, edges, validation } = flow
    const request: PictureRequest = {
      kind: 'open',
      flow: { name, nodes, edges, validation },
      placement,
      only,
      fonts: readFonts(),
    }
    own.postMessage(request)
    worker.current = own
    return () => own.terminate()
    // oxlint-disable-next-line react/exhaustive-deps -- the flow is the one with which the dialog was opened
  }, [])
  const make: Pictures['make'] = (options) => {
    setState((before) => ({ ...before, progress: 0, problem: null }))
    const request: PictureRequest = { kind: 'make', ...options }
    worker.current?.postMessage(request)
  }
  return { ...state, make }
}
