import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { connection } from '#api/connection/connection.ts'
import { sessionEnded } from '#api/connection/session-end.ts'
import { KeyFields, KeySteps } from '#parts/connection/key-fields.tsx'
import { useKeySignIn, useSignInHelp } from '#parts/connection/use-key-sign-in.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

/**
 * Asks for another key of the product behind the connector: because the current one is no longer accepted, or because
 * the user wants to. The refused requests are then sent again.
 */
export function KeyDialog({
  product,
  isExpired = false,
  onClose,
}: {
  product: string
  isExpired?: boolean
  onClose: () => void
}) {
  const client = useQueryClient()
  const [of] = useState(connection)
  const help = useSignInHelp(of)
  const form = useKeySignIn(of, product, () => {
    sessionEnded.set(false)
    void client.invalidateQueries()
    if (!isExpired) onClose()
  })
  return (
    <Dialog
      title={isExpired ? `Sign in to ${product} again?` : `Change the key for ${product}?`}
      onClose={isExpired ? null : onClose}
      onSubmit={form.send}
      actions={
        <>
          <Button variant="quiet" size="md" onClick={onClose}>
            {isExpired ? 'Continue without signing in' : 'Keep the current key'}
          </Button>
          <Button variant="primary" size="md" type="submit" busy={form.isBusy}>
            {isExpired ? 'Sign in' : 'Change key'}
          </Button>
        </>
      }
    >
      {isExpired && (
        <p className="text-text-2">
          {product} no longer accepts your key: it expired or was deleted. Your input is kept, and failed requests are
          retried once you sign in.
        </p>
      )}
      {help != null && <KeySteps help={help} />}
      <KeyFields label={help?.label ?? 'Key'} form={form} />
    </Dialog>
  )
}
