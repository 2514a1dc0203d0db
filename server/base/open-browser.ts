/** Opens an address in the browser of the person who starts. */
import { spawn } from 'node:child_process'

export function openBrowser(url: string): void {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', url]
        : ['xdg-open', url]
  if (program === undefined) return
  // Without a browser the address was printed all the same.
  spawn(program, args, { stdio: 'ignore', detached: true })
    .once('error', () => undefined)
    .unref()
}
