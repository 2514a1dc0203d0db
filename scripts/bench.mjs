/** `npm run bench -- NAME [--json] [--check] [--smoke]`: runs bench/NAME.ts; without a name it lists all. */
import { aboutBench, benches, runBench } from './benches.mjs'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { runScript, StepFailed } from './step.mjs'

await runScript(async () => {
  const args = process.argv.slice(2)
  const name = args.find((arg) => !arg.startsWith('-'))
  if (name === undefined) {
    console.log('npm run bench -- NAME [--json] [--check] [--smoke]\n')
    for (const each of benches()) console.log(`  ${each.padEnd(16)} ${aboutBench(each)}`)
    return 0
  }
  if (!benches().includes(name)) throw new StepFailed(`There is no bench ${name}. Use one of: ${benches().join(', ')}.`)
  await install()
  await build()
  const flags = args.filter((arg) => arg !== name)
  return (await runBench(name, flags, { show: true })).code
})
