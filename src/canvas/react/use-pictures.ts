import { useEffect, useRef, useState } from 'react'
import type { Size } from '#flow/place/flow-graph.ts'
import { startWorker } from '#lib/start-worker.ts'
import { readFonts } from '#canvas/pen/fonts.ts'
import type { PictureReply, PictureRequest, PictureSubject } from '#canvas/picture/picture-messages.ts'
// oxlint-disable-next-line import/default -- Vite creates the default export, the URL of the worker's bundle
import workerUrl from '#canvas/picture/picture-worker.ts?worker&url'

export interface Pictures {
  /** In canvas pixels; null until the worker has done the layout. */
  sizes: { whole: Size; part: Size } | null
  /** The completed fraction, 0 to 1; null while nothing is being made. */
  progress: number | null
  problem: string | null
  make: (request: Omit<Extract<PictureRequest, { kind: 'make' }>, 'kind'>) => void
}

/**
 * Makes pictures of a flow in a worker, which ends with the component. The flow is the one at the first call: `sendFlow`
 * sends it with its layout to the worker through a port. `onMade` gets the file.
 */
export function usePictures(
  { sendFlow, ...subject }: PictureSubject & { sendFlow: (port: MessagePort) => Promise<void> },
  onMade: (blob: Blob) => void,
): Pictures {
  const worker = useRef<Worker | null>(null)
  const [state, setState] = useState<Omit<Pictures, 'make'>>({ sizes: null, progress: null, problem: null })
  const onMadeRef = useRef(onMade)
  onMadeRef.current = onMade
  useEffect(() => {
    const fail = (problem: string) => setState((before) => ({ ...before, progress: null, problem }))
    const pictureWorker = startWorker(workerUrl)
    if (pictureWorker === null)
      return fail(
        'The browser cannot start the background worker that draws pictures. Reload the page or use another browser.',
      )
    pictureWorker.addEventListener('message', ({ data }: MessageEvent<PictureReply>) => {
      if (data.kind === 'failed') fail(data.message)
      else if (data.kind === 'opened') setState((before) => ({ ...before, sizes: data }))
      else if (data.kind === 'progress') setState((before) => ({ ...before, progress: data.done }))
      else {
        setState((before) => ({ ...before, progress: null }))
        onMadeRef.current(data.blob)
      }
    })
    let hasStarted = false
    pictureWorker.addEventListener('message', () => {
      hasStarted = true
    })
    pictureWorker.addEventListener('error', () =>
      fail(
        hasStarted
          ? 'The browser ran out of memory. Try a smaller picture.'
          : 'The picture renderer could not be loaded from the service. Close this and try again once the service responds.',
      ),
    )
    const { port1: from, port2: to } = new MessageChannel()
    const request: PictureRequest = { kind: 'open', flow: to, fonts: readFonts(), ...subject }
    pictureWorker.postMessage(request, [to])
    sendFlow(from).catch((problem: unknown) => fail(problem instanceof Error ? problem.message : String(problem)))
    worker.current = pictureWorker
    return () => pictureWorker.terminate()
    // oxlint-disable-next-line react/exhaustive-deps -- the flow is the one with which the dialog was opened
  }, [])
  const make: Pictures['make'] = (options) => {
    setState((before) => ({ ...before, progress: 0, problem: null }))
    const request: PictureRequest = { kind: 'make', ...options }
    worker.current?.postMessage(request)
  }
  return { ...state, make }
}
