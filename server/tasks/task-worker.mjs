/** Does tasks in a process of its own (task-process.ts), so that requests beside them do not wait. */

// From the sources (development, tests) it needs a loader for TypeScript; the bundle has none to load.
if (process.argv[2] === 'sources') {
  const { register } = await import('tsx/esm/api')
  register()
}
const { outcomeOf } = await import('./tasks.ts')

// Ctrl C reaches every process of a terminal; the service decides when this one ends, or is gone itself.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
process.send?.('ready')
process.on('message', (/** @type {import('./tasks.ts').Task} */ task) => process.send?.(outcomeOf(task)))
