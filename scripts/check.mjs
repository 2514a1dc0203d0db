/** `npm run check`: static checks of the code, in seconds. `npm run fix` fixes what it can. */
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
