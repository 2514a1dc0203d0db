/** Entry point: starts console and service, or the console in front of existing services. */
import { readConfig, StartError } from '#server/base/config.ts'

try {
  const config = readConfig(process.env)
  const flags = process.argv.slice(2)
  // Only one of the two is loaded: a console-only start needs no database code.
  if (config.upstream === null && config.services === null) {
    const { startService } = await import('./start-service.ts')
    await startService(config, flags)
  } else {
    const { startConsole } = await import('./start-console.ts')
    await startConsole(config, flags)
  }
} catch (error) {
  process.stderr.write(
    error instanceof StartError ? `${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exit(1)
}
