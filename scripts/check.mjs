/** `npm run check`: what can be said about the code without running it, in seconds. `npm run fix` mends what it can. */
import { runChecks } from './checks/checks.mjs'
import { install } from './install.mjs'
import { endOnSignals } from './program.mjs'
import { runScript } from './step.mjs'

endOnSignals()
await runScript(async () => {
  await install()
  const { passed, failed } = await runChecks()
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
})
