/**
 * An IndexedDB database of this browser. Every function rejects if storage is unavailable. "Clear browser data" in
 * the settings deletes all databases.
 */

/** Promise of a request's result. */
export const requestResult = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('storage refused')))
  })

/** Resolves once the transaction of a store is committed. */
export const transactionDone = ({ transaction }: IDBObjectStore): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('storage refused')))
  })

/** `stores` = the stores by name, with their key paths. Opened on first use. */
export class BrowserDatabase<Store extends string> {
  readonly #name: string
  readonly #stores: Record<Store, IDBObjectStoreParameters>
  #connection: Promise<IDBDatabase> | null = null

  constructor(name: string, stores: Record<Store, IDBObjectStoreParameters>) {
    this.#name = name
    this.#stores = stores
  }

  /** Opens a transaction over all stores; returns a function that gets a store by name. */
  async change(mode: IDBTransactionMode): Promise<(store: Store) => IDBObjectStore> {
    const names = Object.keys(this.#stores)
    const change = (await this.#open()).transaction(names, mode)
    return (store) => change.objectStore(store)
  }

  #open(): Promise<IDBDatabase> {
    this.#connection ??= this.#connect()
    this.#connection.catch(() => {
      this.#connection = null
    })
    return this.#connection
  }

  async #connect(): Promise<IDBDatabase> {
    const request = indexedDB.open(this.#name, 1)
    request.addEventListener('upgradeneeded', () => {
      for (const [store, options] of Object.entries<IDBObjectStoreParameters>(this.#stores))
        request.result.createObjectStore(store, options)
    })
    const connection = await requestResult(request)
    // Deleting the database must not wait for an open page.
    connection.addEventListener('versionchange', () => {
      connection.close()
      this.#connection = null
    })
    return connection
  }
}
