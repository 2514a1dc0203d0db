/** `npm run dev`: the console with hot reload in front of a service that restarts when its code changes. */
import { join } from 'node:path'
import { freePort } from './free-port.mjs'
import { install } from './install.mjs'
import { endOnSignals, shutDown, root, runInstalled } from './program.mjs'
import { readFlags } from './settings.mjs'
import { runScript } from './step.mjs'

/** Port of the console in development. */
const port = 5173

endOnSignals()
await runScript(async () => {
  const { env, switches } = readFlags(process.argv.slice(2))
  await install()
  const api = await freePort()
  const service = {
    ...process.env,
    ...env,
    PORT: String(api),
    // The browser's origin is the development server, which has to be allowed to write.
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  }
  const watch = runInstalled('tsx', ['watch', join(root, 'server/boot/main.ts'), ...switches], {
    env: service,
    show: true,
  })
  const web = runInstalled('vite', ['--port', String(port), '--strictPort'], {
    env: { ...process.env, DEV_API: `http://127.0.0.1:${api}` },
    show: true,
  })
  // The first process that ends (a port in use, a wrong setting) has reported why; the other is useless without it.
  const { code } = await Promise.race([watch, web])
  return shutDown(code)
})
