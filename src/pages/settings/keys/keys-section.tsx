import { RemovalDialog } from '#parts/forms/removal-dialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { q, useApiMutation } from '#api/query/query.ts'
import { key as keyApi, type Key } from '#contract/key.ts'
import { defaultLimit } from '#contract/kernel/page.ts'
import { placeAfter, placeBefore, placeInput, readPlace, writePlace, type ListPlace } from '#parts/lists/list-place.ts'
import { LoadNote } from '#parts/display/load-note.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { Table } from '#ui/table/table.tsx'
import { keyColumns } from './key-columns.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { SettingsSection } from '#pages/settings/settings-section.tsx'
import { useApiDocs } from '#parts/connection/use-api-docs.ts'

function RevokeDialog({ revokedKey, onClose }: { revokedKey: Key; onClose: () => void }) {
  const remove = useApiMutation(keyApi.remove)
  return (
    <RemovalDialog
      title={
        <>
          Revoke “<bdi>{revokedKey.name}</bdi>”?
        </>
      }
      submitLabel="Revoke"
      doneMessage={`“${revokedKey.name}” was revoked`}
      failedTitle="The key was not revoked"
      removal={remove}
      onRemove={(onSuccess) => remove.mutate({ id: revokedKey.id }, { onSuccess })}
      onClose={onClose}
    >
      Programs that use it lose access immediately. This cannot be undone. To replace a key, create the new one first.
    </RemovalDialog>
  )
}

const rowId = (key: Key) => key.id

export function KeysSection() {
  const [query, setQuery] = useSearchParams()
  const place = readPlace(query)
  const keys = useQuery(q(keyApi.list, { limit: defaultLimit, ...placeInput(place) }))
  const [isCreating, setCreating] = useState(false)
  const [revokedKey, setRevokedKey] = useState<Key | null>(null)
  const apiDocs = useApiDocs()
  const columns = useMemo(() => keyColumns(setRevokedKey), [setRevokedKey])
  const page = keys.data
  const go = (to: ListPlace) => {
    const next = new URLSearchParams()
    writePlace(next, to)
    setQuery(next)
  }
  const after = page && placeAfter(page, place)
  const before = page && placeBefore(page, place, defaultLimit)
  return (
    <SettingsSection
      title="Keys"
      words={
        <>
          Keys for programs that call the service. Create one per program, with only the permissions it needs.
          {apiDocs !== null && (
            <>
              {' '}
              <a className="link" href={apiDocs}>
                API reference
              </a>
            </>
          )}
        </>
      }
      action={
        <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
          Create key
        </Button>
      }
    >
      {keys.error !== null && <LoadNote what="Keys" error={keys.error} onRetry={() => void keys.refetch()} />}
      {page === undefined && keys.error === null && <SkeletonRows rows={4} />}
      {page !== undefined && page.results.length === 0 && (
        <p className="card px-4 py-6 text-center text-text-2">
          No keys yet. Create one for each program that calls the service.
        </p>
      )}
      {page !== undefined && page.results.length > 0 && (
        <div className="card settings-table">
          <Table label="Keys" columns={columns} rows={page.results} rowId={rowId} />
          {(before != null || after != null) && (
            <Pager
              from={place.from}
              rows={page.results.length}
              count={page.count}
              onPrevious={before ? () => go(before) : null}
              onNext={after ? () => go(after) : null}
            />
          )}
        </div>
      )}
      {isCreating && <NewKeyDialog onClose={() => setCreating(false)} />}
      {revokedKey && <RevokeDialog revokedKey={revokedKey} onClose={() => setRevokedKey(null)} />}
    </SettingsSection>
  )
}
