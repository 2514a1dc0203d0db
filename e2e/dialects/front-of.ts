/** The console in front of a running stub, as with `API_BASE_URL=… npm start`. */
import { startService } from '#scripts/service.mjs'
import type { Running } from './start-stub.ts'
import type { Stub } from './stub.ts'

/** `url` is the origin of the console, which has the service under /api; `remove` ends only the console. */
export function startFrontOf(
  { signIn }: Stub,
  running: Running,
): Promise<{ url: string; remove: () => Promise<void> }> {
  const env = {
    API_BASE_URL: running.url,
    ...(signIn.kind === 'cookie' ? { API_COOKIES: 'on' } : {}),
    ...(signIn.kind === 'header' ? { API_HEADERS: signIn.name } : {}),
  }
  return startService({ env })
}
