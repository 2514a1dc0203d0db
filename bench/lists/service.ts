/** Runs the service in this process, on its own port, so that its database queries can be recorded. */
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type pg from 'pg'
import { makeApp } from '#server/boot/app.ts'
import { readConfig } from '#server/base/config.ts'
import { makeLog } from '#server/base/log.ts'
import type { Services } from '#server/protocol/services.ts'
import { addFirstAccount } from '#server/store/accounts/account.ts'
import { createKey } from '#server/store/accounts/key.ts'
import { Scope } from '#server/store/db/scope.ts'

export interface ListService {
  /** Base URL of the lists: "http://127.0.0.1:…/api". */
  url: string
  key: string
  account: string
  person: string
  pool: pg.Pool
  services: Services
  close(): Promise<void>
}

const secretKey = 'only for this measurement, which ends soon'

/** @param databaseUrl null = the embedded database, in `folder` */
export async function openService(databaseUrl: string | null, folder: string): Promise<ListService> {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    SECRET_KEY: secretKey,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  })
  const app = await makeApp({
    config,
    secretKey,
    log: makeLog(config.logLevel, true),
    machineToken: null,
    onLost: (why) => {
      throw new Error(why)
    },
  })
  const { database, lifecycle, now } = app.services
  const owner = { email: 'bench@bench.example', name: 'Bench', passwordHash: 'nobody signs in' }
  const account = await addFirstAccount(database.db, { name: 'bench', currency: 'EUR', credit: 0n, owner }, now())
  if (!account) throw new Error('The database is not empty.')
  const scope = new Scope(database.db, account.accountId)
  const { text } = await createKey(scope, { name: 'bench', scope: 'write', expiresAt: null, createdBy: null }, now())
  lifecycle.state = 'serving'
  const server = createAdaptorServer({ fetch: app.http.fetch })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/api`,
    key: text,
    account: account.accountId,
    person: account.personId,
    pool: database.pool,
    services: app.services,
    close: async () => {
      if ('closeAllConnections' in server) server.closeAllConnections()
      await new Promise((done) => void server.close(done))
      await app.close()
    },
  }
}
