/** Opens a URL in the default browser. */
import { spawn } from 'node:child_process'

export function openBrowser(url: string): void {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', url]
        : ['xdg-open', url]
  if (program === undefined) return
  // Failures are ignored: the URL is printed anyway.
  spawn(program, args, { stdio: 'ignore', detached: true })
    .once('error', () => undefined)
    .unref()
}
