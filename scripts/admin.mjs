/** `npm run account|key|sample|backup|restore -- …`: the command line of the service, built if needed. */
import { join } from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { root, run } from './program.mjs'
import { runScript } from './step.mjs'

await runScript(async () => {
  await install()
  await build()
  const command = join(root, 'dist/server/command.mjs')
  const { code } = await run(process.execPath, ['--enable-source-maps', command, ...process.argv.slice(2)], {
    show: true,
  })
  return code
})
