import { useQuery } from '@tanstack/react-query'
import { KeyRound, Trash2, UserPlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useMe } from '#api/query/me.ts'
import { q, useApiMutation } from '#api/query/query.ts'
import type { Role } from '#contract/account.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { person as personApi, type Person } from '#contract/person.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { LoadNote } from '#parts/display/load-note.tsx'
import { Button } from '#ui/controls/button.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { Table } from '#ui/table/table.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { peopleColumns, type PeopleActions } from './people-columns.tsx'
import { isLastOwner, roleWords } from './people-rules.ts'
import { AddPersonDialog, GiveUpRoleDialog, SetPasswordDialog, RemovePersonDialog } from './person-dialogs.tsx'
import { SettingsSection } from '#pages/settings/settings-section.tsx'

type PeopleDialog =
  | { kind: 'add' }
  | { kind: 'password' | 'remove'; person: Person }
  | { kind: 'give-up'; person: Person; role: Role }
  | null

const rowId = (person: Person) => person.id

export function PeopleSection() {
  const who = useMe()
  const people = useQuery(q(personApi.list, { limit: maxLimit }))
  const edit = useApiMutation(personApi.edit)
  const [dialog, setDialog] = useState<PeopleDialog>(null)
  const rows = useMemo(() => people.data?.results ?? [], [people.data])
  const isOwner = who?.role === 'owner'
  const ownId = who?.person?.id
  const { mutate } = edit
  const columns = useMemo(() => {
    const change = (person: Person, role: Role) =>
      mutate(
        { id: person.id, body: { role } },
        { onSuccess: () => showToast({ message: `${person.name} is now ${roleWords[role].toLowerCase()}` }) },
      )
    const actions: PeopleActions = {
      isOwner,
      ownId,
      isLastOwner: (person) => isLastOwner(person, rows, rows.length < maxLimit),
      onRole: (person, role) =>
        person.id === ownId && person.role === 'owner' && role !== 'owner'
          ? setDialog({ kind: 'give-up', person, role })
          : change(person, role),
      menu: [
        {
          icon: <KeyRound />,
          label: 'Set new password',
          onSelect: (person) => setDialog({ kind: 'password', person }),
        },
        {
          icon: <Trash2 />,
          label: 'Remove',
          danger: true,
          onSelect: (person) => setDialog({ kind: 'remove', person }),
        },
      ],
    }
    return peopleColumns(actions)
  }, [isOwner, ownId, rows, mutate])
  const close = () => setDialog(null)
  return (
    <SettingsSection
      title="People"
      words={
        isOwner
          ? 'People who can sign in to this account. Owners manage people and keys, operators edit, viewers only read.'
          : 'People who can sign in to this account. Only owners can change this list.'
      }
      action={
        isOwner && (
          <Button variant="primary" icon={<UserPlus />} onClick={() => setDialog({ kind: 'add' })}>
            Add person
          </Button>
        )
      }
    >
      <ActionError title="The role was not changed" error={edit.error} />
      {people.error !== null && <LoadNote what="People" error={people.error} onRetry={() => void people.refetch()} />}
      {people.data === undefined && people.error === null && <SkeletonRows rows={4} />}
      {people.data !== undefined && (
        <div className="card settings-table">
          <Table label="People" columns={columns} rows={rows} rowId={rowId} />
        </div>
      )}
      {people.data !== undefined && people.data.count > rows.length && (
        <p className="text-text-2">
          Showing the first {rows.length} of {people.data.count.toLocaleString()} people.
        </p>
      )}
      {dialog?.kind === 'add' && <AddPersonDialog onClose={close} />}
      {dialog?.kind === 'password' && <SetPasswordDialog person={dialog.person} onClose={close} />}
      {dialog?.kind === 'remove' && <RemovePersonDialog person={dialog.person} onClose={close} />}
      {dialog?.kind === 'give-up' && (
        <GiveUpRoleDialog
          role={dialog.role}
          onClose={close}
          onGiveUp={() => {
            close()
            mutate({ id: dialog.person.id, body: { role: dialog.role } })
          }}
        />
      )}
    </SettingsSection>
  )
}
