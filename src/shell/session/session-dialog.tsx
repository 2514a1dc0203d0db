import { connection } from '#api/connection/connection.ts'
import { needsSecret } from '#api/connection/connections.ts'
import { deferSignIn } from '#api/connection/session-end.ts'
import { useMe, useProduct } from '#api/query/me.ts'
import { CredentialDialog } from './credential-dialog.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { SessionPasswordDialog } from './password-dialog.tsx'

/**
 * Dialog for a session that ended while the page was open, or a service that asks to sign in. The page and its inputs
 * stay.
 */
export function SessionDialog() {
  const isPerson = useMe()?.person != null
  const product = useProduct()
  if (product !== null) return <KeyDialog product={product.title} isExpired onClose={deferSignIn} />
  return isPerson && !needsSecret(connection().kind) ? <SessionPasswordDialog /> : <CredentialDialog />
}
