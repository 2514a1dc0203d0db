import { connection } from '#api/connection/connection.ts'
import { needsSecret } from '#api/connection/connections.ts'
import { useMe } from '#api/query/me.ts'
import { CredentialDialog } from './credential-dialog.tsx'
import { SessionPasswordDialog } from './password-dialog.tsx'

/**
 * Dialog for a session that ended while the page was open, or a service that asks to sign in. The page and its inputs
 * stay.
 */
export function SessionDialog() {
  const isPerson = useMe()?.person != null
  return isPerson && !needsSecret(connection().kind) ? <SessionPasswordDialog /> : <CredentialDialog />
}
