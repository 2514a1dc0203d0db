/** Worker that holds a long text: returns requested lines, and searches. The page never has all of it. */
import { TextLines } from './text-lines.ts'
import type { TextAnswer, TextRequest } from './text-messages.ts'

let lines = new TextLines('')

/** JSON with one value per line; anything else unchanged. */
function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

async function answer(request: TextRequest): Promise<TextAnswer> {
  switch (request.kind) {
    case 'open': {
      const text = await request.blob.text()
      lines = new TextLines(request.form === 'json' ? laidOut(text) : text)
      return { kind: 'open', count: lines.count, longest: lines.longest }
    }
    case 'lines':
      return { kind: 'lines', from: request.from, lines: lines.slice(request.from, request.to) }
    case 'find':
      return { kind: 'find', wanted: request.wanted, found: lines.find(request.wanted) }
  }
}

// Sequential: lines that are requested while the text opens come after it.
let before: Promise<unknown> = Promise.resolve()
self.addEventListener('message', ({ data }: MessageEvent<TextRequest>) => {
  before = before.then(async () => {
    self.postMessage(await answer(data))
  })
})
