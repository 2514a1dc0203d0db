import { useQuery } from '@tanstack/react-query'
import { Ellipsis, KeyRound, Pencil, Radar, Trash2 } from 'lucide-react'
import { ownId, type Connection } from '#api/connection/connection.ts'
import {
  baseOf,
  chooseConnection,
  credentialFacts,
  forgetCredential,
  takesSecret,
} from '#api/connection/connections.ts'
import { signInKindWords } from '#parts/connection/sign-in-draft.ts'
import { paths } from '#ui/paths.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { showToast } from '#ui/overlays/toast.tsx'

/** Reloads the page, so that data of two services are never mixed. */
function use({ id }: Connection): void {
  chooseConnection(id)
  window.location.assign(paths.flows)
}

function signInWords({ id, kind, header }: Connection): string {
  const name = kind === 'header' ? `Header ${header}` : signInKindWords[kind]
  if (!takesSecret(kind)) return kind === 'none' ? 'No sign-in' : name
  const facts = credentialFacts(id)
  if (facts === null) return `${name}, not stored. You will be asked for it.`
  const end = facts.end === '' ? '' : `, ending in ${facts.end}`
  return `${name}${end}, ${facts.where === 'tab' ? 'for this tab' : 'remembered on this device'}`
}

interface Presses {
  onTest: (tested: Connection) => void
  onEdit: (edited: Connection) => void
  onRemove: (removed: Connection) => void
}

function ConnectionLine({ one, isUsed, onTest, onEdit, onRemove }: { one: Connection; isUsed: boolean } & Presses) {
  const base = useQuery({ queryKey: ['connection', one.id, one.base], queryFn: () => baseOf(one), retry: false })
  const forget = () => {
    forgetCredential(one.id)
    showToast({ message: `Credentials of “${one.name}” removed` })
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3" aria-label={one.name}>
      <div className="min-w-0 flex-[1_1_260px]">
        <h3 className="font-medium wrap-anywhere">
          <bdi>{one.name}</bdi>
          {isUsed && <span className="ml-2 font-normal text-ok">in use</span>}
        </h3>
        <p className="mono text-xs wrap-anywhere text-text-2">{base.data ?? '—'}</p>
        <p className="text-text-2 wrap-anywhere">{signInWords(one)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {!isUsed && <Button onClick={() => use(one)}>Use</Button>}
        <Button icon={<Radar />} onClick={() => onTest(one)}>
          Test
        </Button>
        <Menu trigger={<IconButton label={`Actions for ${one.name}`} icon={<Ellipsis />} />}>
          <MenuItem icon={<Pencil />} onSelect={() => onEdit(one)}>
            Edit
          </MenuItem>
          {credentialFacts(one.id) !== null && (
            <MenuItem icon={<KeyRound />} onSelect={forget}>
              Remove credentials
            </MenuItem>
          )}
          {one.id !== ownId && (
            <MenuItem
              icon={<Trash2 />}
              danger
              reason={isUsed ? 'This connection is in use. Switch to another one first.' : null}
              onSelect={() => onRemove(one)}
            >
              Remove
            </MenuItem>
          )}
        </Menu>
      </div>
    </li>
  )
}

/** The connections in this browser. */
export const ConnectionList = ({
  all,
  used,
  ...presses
}: { all: readonly Connection[]; used: Connection } & Presses) => (
  <ul className="card grid divide-y divide-line" aria-label="Connections">
    {all.map((one) => (
      <ConnectionLine key={one.id} one={one} isUsed={one.id === used.id} {...presses} />
    ))}
  </ul>
)
