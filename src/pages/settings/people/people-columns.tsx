import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { Role } from '#contract/account.ts'
import { type Person } from '#contract/person.ts'
import { TimeText } from '#parts/display/time.tsx'
import { IconButton } from '#ui/controls/button.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { Select } from '#ui/controls/select-field.tsx'
import type { Column } from '#ui/table/table.tsx'
import { Tag } from '#ui/feedback/tag.tsx'
import { Tooltip } from '#ui/controls/tooltip.tsx'
import { lastOwnerReason, roleMeanings, roleWords } from './people-rules.ts'

export interface PeopleActions {
  isOwner: boolean
  ownId: string | undefined
  /** Whether a person is the account's only owner. */
  isLastOwner: (person: Person) => boolean
  onRole: (person: Person, role: Role) => void
  menu: readonly { icon: ReactNode; label: string; danger?: boolean; onSelect: (person: Person) => void }[]
}

const roleOptions = Role.options.map((role) => ({ value: role, label: roleWords[role] }))

function RoleCell({ person, actions }: { person: Person; actions: PeopleActions }) {
  const reason = actions.isLastOwner(person) ? lastOwnerReason : roleMeanings[person.role]
  if (actions.isOwner && !actions.isLastOwner(person))
    return (
      <Select
        aria-label={`Role of ${person.name}`}
        className="sm"
        value={person.role}
        options={roleOptions}
        onValue={(role) => actions.onRole(person, role)}
      />
    )
  return (
    <Tooltip words={reason}>
      <span className="px-2.5">{roleWords[person.role]}</span>
    </Tooltip>
  )
}

const PersonMenu = ({ person, actions }: { person: Person; actions: PeopleActions }) => (
  <Menu trigger={<IconButton label={`Actions for ${person.name}`} icon={<Ellipsis />} />}>
    {actions.menu.map(({ icon, label, danger, onSelect }) => (
      <MenuItem
        key={label}
        icon={icon}
        danger={danger ?? false}
        reason={danger && actions.isLastOwner(person) ? lastOwnerReason : null}
        onSelect={() => onSelect(person)}
      >
        {label}
      </MenuItem>
    ))}
  </Menu>
)

/** Columns of the people; actions are only shown to an owner. */
export function peopleColumns(actions: PeopleActions): readonly Column<Person>[] {
  const columns: Column<Person>[] = [
    {
      id: 'name',
      head: 'Name',
      cell: (person) => (
        <span className="grid min-w-0">
          <span className="flex min-w-0 items-center gap-2">
            <bdi className="cut font-medium">{person.name}</bdi>
            {person.id === actions.ownId && <Tag>you</Tag>}
          </span>
          <span className="cut text-xs text-text-3 sm:hidden">{person.email}</span>
        </span>
      ),
    },
    { id: 'email', head: 'Email', className: 'w-[34%] max-sm:hidden', cell: (person) => person.email },
    {
      id: 'role',
      head: <span className="px-2.5">Role</span>,
      className: 'w-[132px] max-sm:w-[124px]',
      cell: (person) => <RoleCell person={person} actions={actions} />,
    },
    {
      id: 'seen',
      head: 'Last seen',
      right: true,
      className: 'w-[128px] @max-[700px]:hidden',
      cell: (person) =>
        person.last_seen_at === null ? (
          <span className="text-text-3">Never</span>
        ) : (
          <span className="text-text-2">
            <TimeText at={person.last_seen_at} />
          </span>
        ),
    },
  ]
  if (!actions.isOwner) return columns
  return [
    ...columns,
    {
      id: 'actions',
      head: <span className="sr-only">Actions</span>,
      right: true,
      className: 'row-menu w-[56px]',
      cell: (person) => <PersonMenu person={person} actions={actions} />,
    },
  ]
}
