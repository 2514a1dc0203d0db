/**
 * A session that ends while the page is in use: the frame asks to sign in again, and the refused requests are repeated.
 */
import { signal } from '#lib/signal.ts'
import type { ApiError } from '#api/errors.ts'

/** Whether the session ended while the page was open. The page stays as it is until the user signs in again. */
export const sessionEnded = signal(false)

/** Only a session that once worked can end. */
let wasSignedIn = false

/** Records that the service accepts this page's sign-in. */
export function markSignedIn(): void {
  wasSignedIn = true
}

let isDeferred = false

/**
 * Continues without a sign-in: refused requests stay refused, and the user is not asked again while the page is open.
 */
export function deferSignIn(): void {
  isDeferred = true
  sessionEnded.set(false)
}

/** Messages of a 403 that means 401 (Django REST Framework with sessions). */
const signInMessagesOf403 =
  /credentials were not provided|not authenticated|authentication (?:is )?required|not_authenticated/i

/** Whether an error asks for a sign-in, rather than denying permission. */
export const requiresSignIn = ({ status, code, detail }: Pick<ApiError, 'status' | 'code' | 'detail'>): boolean =>
  status === 401 || (status === 403 && signInMessagesOf403.test(`${code} ${detail}`))

/**
 * After an answer that asks to sign in: resolves with true once the user is signed in again, with false if there was no
 * session or the user continues without one. Rejects with the reason of `abort` if it is aborted meanwhile.
 */
export function waitForSignIn(abort: AbortSignal | undefined): Promise<boolean> {
  if (!wasSignedIn || isDeferred) return Promise.resolve(false)
  sessionEnded.set(true)
  return new Promise((resolve, reject) => {
    const end = sessionEnded.subscribe(() => {
      if (sessionEnded.get()) return
      end()
      resolve(!isDeferred)
    })
    abort?.addEventListener(
      'abort',
      () => {
        end()
        reject(abort.reason instanceof Error ? abort.reason : new DOMException('Aborted', 'AbortError'))
      },
      { once: true },
    )
  })
}
