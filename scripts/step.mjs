/** One line per step: name, duration, and the output only on failure. */

const width = 34

/** @param {number} ms */
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

/**
 * @param {'ok' | 'failed' | 'SKIPPED'} result
 * @param {string} name
 * @param {number} ms
 * @param {string} [note]
 */
export function printStep(result, name, ms, note = '') {
  const mark = { ok: '✓', failed: '✗', SKIPPED: '!' }[result]
  const suffix = result === 'ok' ? '' : ` ${result}`
  console.log(`${mark} ${name.padEnd(width)} ${seconds(ms).padStart(8)}${suffix}${note === '' ? '' : `  ${note}`}`)
}

/**
 * Print the output of a failed program, indented below the steps.
 * @param {string} output
 */
export function quote(output) {
  const text = output.trimEnd()
  if (text !== '') console.log(text.replaceAll(/^/gm, '    '))
}

/** A step failed; the message has the cause and the remedy. */
export class StepFailed extends Error {
  /**
   * @param {string} message
   * @param {string} [output] of the program
   */
  constructor(message, output = '') {
    super(message)
    this.output = output
  }
}

/**
 * Main function of a script: a failed step is reported by its message, an unexpected error with its stack.
 * @param {() => Promise<number | void>} main returns the exit code
 */
export async function runScript(main) {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    process.exitCode = 1
    if (!(error instanceof StepFailed)) throw error
    quote(error.output)
    console.error(`\n${error.message}`)
  }
}
