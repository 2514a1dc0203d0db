import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FileReply, FileRequest } from './file-messages.ts'

type Act = (worker: FakeWorker, request: FileRequest) => void

/** Fake worker that answers each file as the test says. */
class FakeWorker extends EventTarget {
  static act: Act = () => {}
  static made = 0
  isEnded = false

  constructor() {
    super()
    FakeWorker.made += 1
    queueMicrotask(() => this.say({ is: 'ready' }))
  }

  say(data: FileReply): void {
    if (!this.isEnded) this.dispatchEvent(new MessageEvent('message', { data }))
  }

  break(): void {
    this.dispatchEvent(new Event('error'))
  }

  postMessage(request: FileRequest): void {
    setTimeout(() => FakeWorker.act(this, request))
  }

  terminate(): void {
    this.isEnded = true
  }
}

const done: FileReply = { is: 'done', result: { ok: true, format: 'n8n', flows: [] } }
const named = (name: string, bytes = 2) => new File([new Uint8Array(bytes).fill(32)], name)

/** A fresh module for each test, since it caches its worker. */
const load = async () => (await import('./read-files.ts')).readFile

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('window', {})
  FakeWorker.made = 0
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a worker that crashes on one file is replaced, and the next file is read', async () => {
  const readFile = await load()
  FakeWorker.act = (worker, { file }) => (file.name === 'bad.json' ? worker.break() : worker.say(done))
  const results = await Promise.all(['a.json', 'bad.json', 'b.json'].map((name) => readFile(named(name))))
  expect(results.map((result) => (result?.ok === false ? result.code : result?.ok))).toEqual([
    true,
    'out-of-memory',
    true,
  ])
  expect(FakeWorker.made).toBe(2)
})

test('a worker that crashes within a ZIP continues after the file that caused it', async () => {
  const readFile = await load()
  FakeWorker.act = (worker, { from }) => {
    for (const [index, name] of ['a', 'b', 'c'].entries()) {
      if (index < from) continue
      worker.say({ is: 'begun', name: `all.zip/${name}` })
      if (name === 'b') return worker.break()
      worker.say({ is: 'entry', result: { ok: true, format: 'n8n', flows: [] } })
    }
    return worker.say({ is: 'unpacked' })
  }
  const result = await readFile(named('all.zip'))
  if (result === null || !('entries' in result)) expect.fail('no archive')
  expect(result.entries.map((entry) => [entry.name, entry.result.ok])).toEqual([
    ['all.zip/a', true],
    ['all.zip/b', false],
    ['all.zip/c', true],
  ])
})

test("a reader that fails to load is not the file's fault", async () => {
  vi.stubGlobal(
    'Worker',
    class extends FakeWorker {
      override say(): void {}
    },
  )
  const readFile = await load()
  FakeWorker.act = (worker) => worker.break()
  expect(await readFile(named('a.json'))).toBeNull()
})

test('a cancelled file gives no result, and the next ones continue; progress is reported', async () => {
  const readFile = await load()
  const stop = new AbortController()
  FakeWorker.act = (worker, { file }) => {
    if (file.name === 'slow.json') stop.abort(new Error('cancelled'))
    worker.say({ is: 'progress', progress: { step: 'reading', bytes: 1, of: 2 } })
    worker.say(done)
  }
  const progress: unknown[] = []
  const slow = readFile(named('slow.json'), { signal: stop.signal, onProgress: (one) => progress.push(one) })
  const next = readFile(named('next.json'), { onProgress: (one) => progress.push(one) })
  await expect(slow).rejects.toThrow('cancelled')
  expect((await next)?.ok).toBe(true)
  expect(progress).toEqual([{ step: 'reading', bytes: 1, of: 2 }])
})

test('250 MB are refused without being read; a ZIP may be larger than a flow', async () => {
  const readFile = await load()
  FakeWorker.act = (worker) => worker.say(done)
  const huge = named('huge.json')
  Object.defineProperty(huge, 'size', { value: 250 * 1024 * 1024 })
  Object.defineProperty(huge, 'slice', { value: () => expect.fail('it was looked into') })
  expect(await readFile(huge)).toMatchObject({ ok: false, code: 'too-large' })
  const large = (start: string) => new File([start, new Uint8Array(33 * 1024 * 1024)], 'a')
  expect(await readFile(large('{   '))).toMatchObject({ ok: false, code: 'too-large' })
  expect(await readFile(large('PK\u0003\u0004'))).toMatchObject({ ok: true })
})
