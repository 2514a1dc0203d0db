/** `npm run bench -- NAME [--json] [--check]`: runs bench/NAME.ts; without a name it lists them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { root, runInstalled } from './program.mjs'
import { runScript, StepFailed } from './step.mjs'

const folder = join(root, 'bench')

/** @returns {readonly string[]} a bench is a file that runs one; the harness beside it is none */
function benches() {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .filter((name) => /^await bench\(/m.test(readFileSync(join(folder, `${name}.ts`), 'utf8')))
}

/** @param {string} name @returns {string} the first line of its comment */
function about(name) {
  const text = readFileSync(join(folder, `${name}.ts`), 'utf8')
  return text.match(/\/\*\*\s*(?:\*\s*)?(.+?)(?:\s*\*\/)?\n/)?.[1] ?? ''
}

await runScript(async () => {
  const args = process.argv.slice(2)
  const name = args.find((arg) => !arg.startsWith('-'))
  if (name === undefined) {
    console.log('npm run bench -- NAME [--json] [--check]\n')
    for (const each of benches()) console.log(`  ${each.padEnd(16)} ${about(each)}`)
    return 0
  }
  if (!existsSync(join(folder, `${name}.ts`)) || !benches().includes(name))
    throw new StepFailed(`There is no bench ${name}. There are: ${benches().join(', ')}.`)
  await install()
  await build()
  const flags = args.filter((arg) => arg !== name)
  return (await runInstalled('tsx', [join(folder, `${name}.ts`), ...flags], { show: true })).code
})
