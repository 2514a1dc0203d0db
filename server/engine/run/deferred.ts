/** A promise with its `resolve` and `reject` functions. */
export interface Deferred {
  promise: Promise<void>
  resolve: () => void
  reject: (error: unknown) => void
}

export function deferred(): Deferred {
  let resolve: () => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<void>((done, fail) => {
    resolve = done
    reject = fail
  })
  return { promise, resolve, reject }
}
