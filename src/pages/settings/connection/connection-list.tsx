import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Ellipsis, KeyRound, LoaderCircle, Pencil, Radar, Trash2 } from 'lucide-react'
import { ownId, type Connection } from '#api/connection/connection.ts'
import { baseOf, chooseConnection, credentialInfo, removeCredential, needsSecret } from '#api/connection/connections.ts'
import { meQuery, useProduct } from '#api/query/me.ts'
import { signInKindWords } from '#parts/connection/sign-in-draft.ts'
import { paths } from '#ui/paths.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { Badge, type StatusStyle } from '#ui/feedback/tag.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { showToast } from '#ui/overlays/toast.tsx'

/** Switches to a connection, and reloads the page so that data of two services is never mixed. */
function switchConnection({ id }: Connection): void {
  chooseConnection(id)
  window.location.assign(paths.flows)
}

function signInWords({ id, kind, header }: Connection): string {
  const name = kind === 'header' ? `Header ${header}` : signInKindWords[kind]
  if (!needsSecret(kind)) return kind === 'none' ? 'No sign-in' : name
  const facts = credentialInfo(id)
  if (facts === null) return `${name}, not stored. You will be asked for it.`
  const end = facts.lastCharacters === '' ? '' : `, ending in ${facts.lastCharacters}`
  return `${name}${end}, ${facts.storedIn === 'tab' ? 'for this tab' : 'remembered on this device'}`
}

const states = {
  works: { word: 'Connected', icon: CircleCheck, tone: 'ok' },
  loading: { word: 'Connecting', icon: LoaderCircle, tone: 'live' },
  refused: { word: 'Sign-in required', icon: KeyRound, tone: 'warn' },
  fails: { word: 'Not reachable', icon: CircleX, tone: 'bad' },
} as const satisfies Record<string, StatusStyle>

/** Whether the service in use answers; checked again whenever the section is opened. */
function ConnectionStatus() {
  const { error, isPending } = useQuery({ ...meQuery, refetchOnMount: 'always', retry: false })
  const isRefused = error?.status === 401 || error?.status === 403
  const { word, icon: Icon, tone } = states[isPending ? 'loading' : isRefused ? 'refused' : error ? 'fails' : 'works']
  return (
    <span className="ml-2">
      <Badge tone={tone} icon={<Icon />} boxed={false}>
        {word}
      </Badge>
    </span>
  )
}

interface ConnectionActions {
  onTest: (tested: Connection) => void
  onEdit: (edited: Connection) => void
  onRemove: (removed: Connection) => void
}

function ConnectionLine({
  connection,
  isUsed,
  onTest,
  onEdit,
  onRemove,
}: { connection: Connection; isUsed: boolean } & ConnectionActions) {
  const base = useQuery({
    queryKey: ['connection', connection.id, connection.base],
    queryFn: () => baseOf(connection),
    retry: false,
  })
  const isProduct = useProduct() !== null
  const forget = () => {
    removeCredential(connection.id)
    showToast({ message: `Credentials of “${connection.name}” removed` })
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3" aria-label={connection.name}>
      <div className="min-w-0 flex-[1_1_260px]">
        <h3 className="font-medium wrap-anywhere">
          <bdi>{connection.name}</bdi>
          {isUsed && <ConnectionStatus />}
        </h3>
        <p className="mono text-xs wrap-anywhere text-text-2">{base.data ?? '—'}</p>
        {/* Who is signed in is shown below the list. */}
        {!(isUsed && (connection.kind === 'cookie' || isProduct)) && (
          <p className="text-text-2 wrap-anywhere">{signInWords(connection)}</p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {!isUsed && <Button onClick={() => switchConnection(connection)}>Use</Button>}
        <Button icon={<Radar />} onClick={() => onTest(connection)}>
          Test
        </Button>
        <Menu trigger={<IconButton label={`Actions for ${connection.name}`} icon={<Ellipsis />} />}>
          <MenuItem icon={<Pencil />} onSelect={() => onEdit(connection)}>
            Edit
          </MenuItem>
          {credentialInfo(connection.id) !== null && (
            <MenuItem icon={<KeyRound />} onSelect={forget}>
              Remove credentials
            </MenuItem>
          )}
          {connection.id !== ownId && connection.product === undefined && (
            <MenuItem
              icon={<Trash2 />}
              danger
              reason={isUsed ? 'This connection is in use. Switch to another one first.' : null}
              onSelect={() => onRemove(connection)}
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
  ...actions
}: { all: readonly Connection[]; used: Connection } & ConnectionActions) => (
  <ul className="card grid divide-y divide-line" aria-label="Connections">
    {all.map((connection) => (
      <ConnectionLine key={connection.id} connection={connection} isUsed={connection.id === used.id} {...actions} />
    ))}
  </ul>
)
