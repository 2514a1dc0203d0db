/** A sign-in that ends while somebody works: the frame asks for it again, and what was refused meanwhile is asked once more. */
import { signal } from '#lib/signal.ts'
import type { ApiError } from '#api/errors.ts'

/** Whether the session ended while the page was open. The page stays as it is until one is signed in again. */
export const sessionEnded = signal(false)

/** Only who was let in can be shut out. */
let isIn = false

/** Says that the service answers whoever uses this page. */
export function letIn(): void {
  isIn = true
}

let isLater = false

/** Goes on without a sign-in: what is refused stays refused, and nobody is asked again as long as the page is open. */
export function signInLater(): void {
  isLater = true
  sessionEnded.set(false)
}

/** Words of services that answer 403 where 401 is meant (Django REST Framework with sessions does). */
const asksWith403 = /credentials were not provided|not authenticated|authentication (?:is )?required|not_authenticated/i

/** Whether an answer says that one has to sign in, rather than that one may not. */
export const asksToSignIn = ({ status, code, detail }: Pick<ApiError, 'status' | 'code' | 'detail'>): boolean =>
  status === 401 || (status === 403 && asksWith403.test(`${code} ${detail}`))

/**
 * After an answer that asks to sign in: resolves with true once one is signed in again, with false where nobody was before, or
 * one goes on without. Rejects with the reason of `signal` where it is aborted meanwhile.
 */
export function signedInAgain(abort: AbortSignal | undefined): Promise<boolean> {
  if (!isIn || isLater) return Promise.resolve(false)
  sessionEnded.set(true)
  return new Promise((resolve, reject) => {
    const end = sessionEnded.subscribe(() => {
      if (sessionEnded.get()) return
      end()
      resolve(!isLater)
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
