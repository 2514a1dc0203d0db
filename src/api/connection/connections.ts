/**
 * Adding, changing, removing and choosing connections, and their credentials. Apart from connection.ts, because few
 * pages need this code.
 */
import {
  chosenKey,
  connectionsKey,
  ownBaseUrl,
  ownId,
  storedConnections,
  type Connection,
  type SignInKind,
} from './connection.ts'
import { dropEarly } from '#api/request/early-requests.ts'
import { connectionsChange } from './use-connections.ts'
import {
  parseCredential,
  credentialKey,
  credentialOf,
  credentialsInMemory,
  absoluteBase,
  type Credential,
} from './credentials.ts'

function write(storage: () => Storage, key: string, value: string | null): boolean {
  try {
    if (value === null) storage().removeItem(key)
    else storage().setItem(key, value)
    // Notifies the views of connections and credentials in this page.
    window.dispatchEvent(new Event(connectionsChange))
    return true
  } catch {
    return false
  }
}

const inTab = () => sessionStorage
const onDevice = () => localStorage

/** Stores a connection, replacing the one with the same id. False if the browser refuses to store it. */
export function storeConnection(connection: Connection): boolean {
  const others = storedConnections().filter(({ id }) => id !== connection.id)
  const index = storedConnections().findIndex(({ id }) => id === connection.id)
  const all = others.toSpliced(index === -1 ? others.length : index, 0, connection)
  return write(onDevice, connectionsKey, JSON.stringify(all))
}

/** Removes a connection and its credentials. The page's own connection cannot be removed. */
export function removeConnection(id: string): void {
  if (id === ownId) return
  removeCredential(id)
  write(onDevice, connectionsKey, JSON.stringify(storedConnections().filter((one) => one.id !== id)))
  for (const storage of [inTab, onDevice]) write(storage, chosenKey, choiceAfterRemoval(storage, id))
}

function choiceAfterRemoval(storage: () => Storage, removed: string): string | null {
  try {
    const chosen = storage().getItem(chosenKey)
    return chosen === removed ? null : chosen
  } catch {
    return null
  }
}

/** Sets the connection of new tabs, and of this tab after its next page load. */
export function chooseConnection(id: string): void {
  write(inTab, chosenKey, id)
  write(onDevice, chosenKey, id)
}

/** The absolute base URL of a connection. Rejects if the page's own base URL cannot be read. */
export const baseOf = async ({ base }: Connection): Promise<string> => absoluteBase(base ?? (await ownBaseUrl()))

const schemes: Partial<Record<SignInKind, string>> = { token: 'Token', bearer: 'Bearer' }

/** Whether a way to sign in needs a secret that the user types. */
export const needsSecret = (kind: SignInKind): kind is 'token' | 'bearer' | 'header' =>
  kind === 'token' || kind === 'bearer' || kind === 'header'

/** The header that contains a secret. A scheme that was pasted with the secret ("Bearer …") is not duplicated. */
export function credentialFor(kind: SignInKind, header: string, secret: string): Omit<Credential, 'base'> {
  const scheme = schemes[kind]
  const text = secret.trim()
  if (scheme === undefined) return { header: header.trim(), value: text }
  const bare = text.replace(/^(?:authorization:\s*)?(?:token|bearer)\s+/i, '')
  return { header: 'authorization', value: `${scheme} ${bare}` }
}

/** Stores the credentials of a connection, replacing earlier ones. `remembers` = on this device, else for the tab. */
export function storeCredential(id: string, credential: Credential, remembers: boolean): void {
  removeCredential(id)
  dropEarly()
  const isStored = write(remembers ? onDevice : inTab, credentialKey(id), JSON.stringify(credential))
  if (!isStored) credentialsInMemory.set(id, credential)
}

export function removeCredential(id: string): void {
  credentialsInMemory.delete(id)
  for (const storage of [inTab, onDevice]) write(storage, credentialKey(id), null)
}

/** Minimum length of a secret whose last four characters are shown. */
const minForEnd = 12
const visibleLength = 4

export interface CredentialInfo {
  /** The last characters; '' if the secret is too short to show any. */
  lastCharacters: string
  storedIn: 'tab' | 'device'
}

/** Facts about a connection's credentials that may be shown; null if there are none. */
export function credentialInfo(id: string): CredentialInfo | null {
  const credential = credentialOf(id)
  if (credential === null) return null
  const secret = credential.value.slice(credential.value.indexOf(' ') + 1)
  const lastCharacters = secret.length < minForEnd ? '' : secret.slice(-visibleLength)
  return { lastCharacters, storedIn: isOnDevice(id) ? 'device' : 'tab' }
}

function isOnDevice(id: string): boolean {
  try {
    return parseCredential(localStorage.getItem(credentialKey(id))) !== null
  } catch {
    return false
  }
}
