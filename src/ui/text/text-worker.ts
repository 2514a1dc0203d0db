/** Worker that holds a long text: returns requested lines, and searches. The page never has all of it. */
import { TextLines } from './text-lines.ts'
import type { TextAnswer, TextRequest } from './text-messages.ts'

let lines = new TextLines('')

/** JSON with one value per line; anything else unchanged. */
function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

async function handleRequest(request: TextRequest): Promise<TextAnswer> {
  switch (request.kind) {
    case 'open': {
      const text = await request.blob.text()
      lines = new TextLines(request.form === 'json' ? formatJson(text) : text)
      return { kind: 'open', count: lines.count, longest: lines.longest }
    }
    case 'lines':
      return { kind: 'lines', from: request.from, lines: lines.slice(request.from, request.to) }
    case 'find':
      return { kind: 'find', searchText: request.searchText, matches: lines.find(request.searchText) }
  }
}

// Sequential: lines that are requested while the text opens come after it.
let queue: Promise<unknown> = Promise.resolve()
self.addEventListener('message', ({ data }: MessageEvent<TextRequest>) => {
  queue = queue.then(async () => {
    self.postMessage(await handleRequest(data))
  })
})
