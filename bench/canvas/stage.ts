/** Setup for measuring the canvas: a service with the generated flows, and the comparison pages on the same origin. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { z } from 'zod'
import { sessionOf, type Cookie } from '#bench/session.ts'
import type { Edge, Node } from '#contract/flow.ts'
import { templateFormat, templateVersion } from '#contract/values/template-format.ts'
import { trackChild, root } from '#scripts/program.mjs'
import { startService } from '#scripts/service.mjs'

export interface Stage {
  /** The origin of all pages. */
  url: string
  session: Cookie[]
  /** Imports a flow into the service; returns its id and how long the service takes to serve it, in ms. */
  add: (
    name: string,
    flow: { nodes: readonly Node[]; edges: readonly Edge[] },
  ) => Promise<{ id: string; ms: number; bytes: number }>
  end: () => Promise<void>
}

const Created = z.object({ id: z.string() })

/** A production build of the plain page, with the product's version of React. */
async function buildPlain(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'plain'),
    base: '/bench/',
    mode: 'production',
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false } },
  })
}

async function startFront(service: string, folder: string): Promise<{ url: string; stop: () => void }> {
  const program = join(import.meta.dirname, 'comparison-proxy.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', program, service, folder], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.once('exit', trackChild(child))
  const port = await new Promise<string>((done, fail) => {
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += String(chunk)
      const found = /port (\d+)/.exec(said)?.[1]
      if (found !== undefined) done(found)
    })
    child.once('exit', () => fail(new Error('The comparison proxy did not start.')))
  })
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill() }
}

/** Starts everything on free ports. */
export async function setStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-canvas-'))
  const [service] = await Promise.all([startService(), buildPlain(folder)])
  const front = await startFront(service.url, folder)
  const { url } = front
  const end = async () => {
    front.stop()
    await service.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  const json = { origin: url, 'content-type': 'application/json' }
  const session = await sessionOf(url, service.setupCode())
  const headers = { ...json, cookie: session.map(({ name, value }) => `${name}=${value}`).join('; ') }
  const add: Stage['add'] = async (name, { nodes, edges }) => {
    const template = { format: templateFormat, format_version: templateVersion, flow: { name, nodes, edges } }
    const made = await fetch(`${url}/api/flow/import/`, { method: 'POST', headers, body: JSON.stringify({ template }) })
    if (!made.ok) throw new Error(`${name} was not imported: ${(await made.text()).slice(0, 500)}`)
    const { id } = Created.parse(await made.json())
    const times: number[] = []
    let bytes = 0
    for (let time = 0; time < 3; time += 1) {
      const began = performance.now()
      const read = await fetch(`${url}/api/flow/${id}/`, { headers })
      bytes = (await read.arrayBuffer()).byteLength
      times.push(performance.now() - began)
    }
    return { id, bytes, ms: times.toSorted((a, b) => a - b)[1] ?? 0 }
  }
  return { url, session, add, end }
}
