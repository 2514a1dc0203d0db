/** `npm start`: installs and builds what has changed, then runs console and service. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { allocatorSettings, root } from './program.mjs'
import { help, readFlags, InvalidFlag } from './settings.mjs'
import { runScript, StepFailed } from './step.mjs'

/** @param {readonly string[]} args */
function flagsOrExplain(args) {
  try {
    return readFlags(args)
  } catch (error) {
    throw error instanceof InvalidFlag ? new StepFailed(error.message) : error
  }
}

/**
 * Run the service in the foreground; it gets the signals and determines the exit code.
 * @param {readonly string[]} switches
 * @param {Record<string, string>} env
 * @returns {Promise<number>}
 */
function serve(switches, env) {
  const main = join(root, 'dist/server/main.mjs')
  const service = spawn(process.execPath, ['--enable-source-maps', main, ...switches], {
    cwd: root,
    stdio: 'inherit',
    env: { ...allocatorSettings, ...process.env, NODE_ENV: process.env.NODE_ENV ?? 'production', ...env },
  })
  // Ctrl C also reaches the service through the terminal; a second signal would stop it immediately instead of
  // gracefully.
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) service.kill('SIGINT')
  })
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) process.on(signal, () => service.kill(signal))
  return new Promise((done, fail) => {
    service.once('error', fail)
    service.once('exit', (code, signal) => done(code ?? (signal === null ? 1 : 0)))
  })
}

await runScript(async () => {
  const { env, switches, help: wanted } = flagsOrExplain(process.argv.slice(2))
  if (wanted) {
    console.log(help())
    return 0
  }
  await install()
  await build()
  return serve(switches, env)
})
