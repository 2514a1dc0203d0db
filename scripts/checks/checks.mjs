/** The static checks: format, lint, types, unused code. They take seconds. */
import { runInstalled } from '#scripts/program.mjs'
import { quote, printStep } from '#scripts/step.mjs'

/** Named explicitly: the linter looks for a configuration in TypeScript, which not every supported Node can read. */
const lintConfig = ['-c', 'oxlint.config.mjs', '--type-aware']

/** @type {readonly { name: string, tool: string, program?: string, args: string[] }[]} */
const checks = [
  { name: 'format', tool: 'oxfmt', args: ['--check', '.'] },
  { name: 'lint, including the ladder', tool: 'oxlint', args: [...lintConfig, '--deny-warnings'] },
  { name: 'types', tool: 'typescript', program: 'tsc', args: ['--noEmit'] },
  { name: 'unused code', tool: 'knip', args: ['--no-progress', '--treat-config-hints-as-errors'] },
]

/**
 * Run every check, even if an earlier one failed.
 * @returns {Promise<import('#scripts/reports.mjs').Counts>}
 */
export async function runChecks() {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const { name, tool, program, args } of checks) {
    const { code, output, ms } = await runInstalled(tool, args, { program: program ?? tool })
    counts[code === 0 ? 'passed' : 'failed']++
    printStep(code === 0 ? 'ok' : 'failed', name, ms)
    if (code !== 0) quote(output)
  }
  return counts
}
