/** Worker that writes one ZIP, so that compressing megabytes does not block the page. */
import { blobSink, diskSink } from './zip-sinks.ts'
import type { ZipAnswer, ZipRequest } from './zip-messages.ts'
import { packZip, type ZipPacker, type ZipSink } from './zip-pack.ts'

interface Open {
  sink: ZipSink
  zip: ZipPacker
}

let open: Open | null = null

const openZipState = (): Open => {
  if (open === null) throw new Error('The ZIP has not been started.')
  return open
}

async function handleRequest(request: ZipRequest): Promise<ZipAnswer> {
  switch (request.do) {
    case 'begin': {
      const sink = request.handle === null ? blobSink() : await diskSink(request.handle)
      open = { sink, zip: packZip(sink, request.modified) }
      return { is: 'begun' }
    }
    case 'add': {
      const entry = await openZipState().zip.add(request.name, await request.blob.arrayBuffer())
      return entry === null ? { is: 'full' } : { is: 'added', entry }
    }
    case 'end':
      return { is: 'ended', ...(await openZipState().zip.close()) }
    case 'abort':
      await openZipState().sink.abort()
      return { is: 'aborted' }
  }
}

const failureAnswer = (problem: unknown): ZipAnswer => ({
  is: 'broken',
  message: problem instanceof Error ? problem.message : String(problem),
})

/** The last request: requests are processed one after the other, since files of a ZIP are written in sequence. */
let queue: Promise<unknown> = Promise.resolve()

self.addEventListener('message', ({ data }: MessageEvent<ZipRequest>) => {
  queue = queue
    .then(() => handleRequest(data))
    .catch(failureAnswer)
    .then((reply) => self.postMessage(reply))
})
