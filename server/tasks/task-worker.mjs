/** Runs tasks in a separate process (task-process.ts), so that requests are not delayed. */

// From sources (development, tests) a TypeScript loader is needed; the bundle needs none.
if (process.argv[2] === 'sources') {
  const { register } = await import('tsx/esm/api')
  register()
}
const { outcomeOf } = await import('./tasks.ts')

// Ctrl+C reaches every process of a terminal; this process only ends when the service stops it or exits.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
process.send?.('ready')
process.on('message', (/** @type {import('./tasks.ts').Task} */ task) => process.send?.(outcomeOf(task)))
