/**
 * Proxy process that serves the comparison pages under the origin of the service, and forwards everything else to it.
 * Arguments: origin of the service, folder of the built plain page. Prints the port on a line of its own.
 */
import { createReadStream, existsSync } from 'node:fs'
import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'

const [service = '', folder = ''] = process.argv.slice(2)
const { hostname, port } = new URL(service)
/** Time in ms after which an idle connection is closed: before the service closes it, which would lose the next request. */
const idleMs = 2000
const agent = new Agent({ keepAlive: true, timeout: idleMs })

/** Fetches and parses the same flow, and draws one rectangle: the lower bound for any page. */
const blankPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Blank</title>
<style>canvas{position:absolute;left:0;top:0}</style><canvas width="1280" height="800"></canvas>
<script type="module">
const answer = await fetch('/api/flow/' + new URLSearchParams(location.search).get('flow') + '/')
const flow = await answer.json()
const pen = document.querySelector('canvas').getContext('2d')
pen.fillRect(600, 380, 80, 40)
requestAnimationFrame(() => setTimeout(() =>
  performance.mark('flow:fitted', { detail: { nodes: flow.nodes.length, x: 0, y: 0, zoom: 1 } })))
</script></html>`

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

function serveComparison(path: string, response: ServerResponse): void {
  if (path === '/bench/blank') {
    response.setHeader('content-type', types['.html'] ?? '').end(blankPage)
    return
  }
  const name = normalize(path.slice('/bench/'.length) || 'index.html')
  const file = join(folder, name === 'plain' ? 'index.html' : name)
  if (name.startsWith('..') || !existsSync(file)) {
    response.writeHead(404).end()
    return
  }
  response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
  // Same caching as in the service: hashed files are immutable, the page is revalidated.
  response.setHeader('cache-control', extname(file) === '.html' ? 'no-cache' : 'public, max-age=31536000, immutable')
  createReadStream(file).pipe(response)
}

function forward(incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url: path, headers } = incoming
  const outgoing = ask({ hostname, port, agent, method, path, headers }, (found) => {
    response.writeHead(found.statusCode ?? 502, found.headers)
    found.pipe(response)
  })
  outgoing.on('error', () => response.destroy())
  response.on('close', () => outgoing.destroy())
  incoming.pipe(outgoing)
}

const server = createServer((incoming, response) => {
  const path = (incoming.url ?? '').split('?')[0] ?? ''
  if (path.startsWith('/bench/')) serveComparison(path, response)
  else forward(incoming, response)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`port ${typeof address === 'object' && address !== null ? address.port : 0}`)
})
