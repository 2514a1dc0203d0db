import { connection } from '#api/connection/connection.ts'
import { takesSecret } from '#api/connection/connections.ts'
import { useMe } from '#api/query/me.ts'
import { CredentialDialog } from './credential-dialog.tsx'
import { SessionPasswordDialog } from './password-dialog.tsx'

/** The session ended while the page was open, or a service asks in the middle of work who one is. The page and what was typed stay. */
export function SessionDialog() {
  const isPerson = useMe()?.person != null
  return isPerson && !takesSecret(connection().kind) ? <SessionPasswordDialog /> : <CredentialDialog />
}
