import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { connection } from '#api/connection/connection.ts'
import type { KeyHelp } from '#api/connection/sign-in-help.ts'
import { useConnections } from '#api/connection/use-connections.ts'
import { KeyFields, KeySteps } from '#parts/connection/key-fields.tsx'
import { useKeySignIn } from '#parts/connection/use-key-sign-in.ts'
import { EntryLayout } from '#shell/session/entry-layout.tsx'
import { OtherConnections } from '#shell/session/other-connections.tsx'
import { safeNext } from '#ui/paths.ts'
import { Button } from '#ui/controls/button.tsx'

/** Sign-in to a product behind a connector, with one of its keys. */
export function KeySignIn({ help }: { help: KeyHelp }) {
  const { title, label } = help
  const navigate = useNavigate()
  const client = useQueryClient()
  const [params] = useSearchParams()
  const [of] = useState(connection)
  const { all } = useConnections()
  const form = useKeySignIn(of, title, () => {
    // Refetches the queries that were refused without a key.
    void client.resetQueries()
    void navigate(safeNext(params.get('next')), { replace: true })
  })
  return (
    <EntryLayout
      title={`Sign in to ${title}`}
      subtitle={`Flow Console reads and changes ${title} with a key of yours.`}
      onSubmit={form.send}
    >
      <KeySteps help={help} />
      <KeyFields label={label} form={form} />
      <Button variant="primary" size="md" type="submit" busy={form.isBusy}>
        Sign in
      </Button>
      {all.length > 1 && <OtherConnections />}
    </EntryLayout>
  )
}
