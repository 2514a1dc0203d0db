import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ProbeTarget } from '#api/request/probe-address.ts'
import { ownId, type Connection } from '#api/connection/connection.ts'
import { baseOf, removeConnection } from '#api/connection/connections.ts'
import { credentialOf } from '#api/connection/credentials.ts'
import { useConnections } from '#api/connection/use-connections.ts'
import { useMissingEndpoints } from '#api/query/me.ts'
import { newId } from '#lib/id.ts'
import { Button } from '#ui/controls/button.tsx'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { ConnectionFacts } from './connection-facts.tsx'
import { ConnectionList } from './connection-list.tsx'
import { SettingsSection } from '#pages/settings/settings-section.tsx'
import { ConnectionDialog } from './connection-dialog.tsx'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

const ConnectionTest = lazyPart(async () => (await import('#parts/connection/connection-test.tsx')).ConnectionTest)

const blank = (): Connection => ({ id: newId('con'), name: '', base: '', kind: 'bearer', header: '' })

/** Whether the base URL belongs to the page, and cannot be edited. */
const isSetByPage = ({ id, product }: Connection): boolean => id === ownId || product !== undefined

/** The target of a connection test: base URL and credentials. */
async function targetOf(of: Connection): Promise<ProbeTarget> {
  const base = await baseOf(of)
  const credential = credentialOf(of.id)
  return { base, headers: credential?.base === base ? { [credential.header]: credential.value } : {} }
}

function RemoveDialog({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const remove = () => {
    removeConnection(connection.id)
    showToast({ message: `“${connection.name}” was removed` })
    onClose()
  }
  return (
    <Dialog
      title={
        <span className="wrap-anywhere">
          Remove “<bdi>{connection.name}</bdi>”?
        </span>
      }
      onClose={onClose}
      onSubmit={remove}
      actions={<DialogActions cancelLabel="Keep it" onCancel={onClose} focusCancel submitLabel="Remove" danger />}
    >
      <p className="text-text-2">
        Its name, URL and credentials are removed from this browser. The service is not affected.
      </p>
    </Dialog>
  )
}

/** The connection that is tested, edited or about to be removed. */
interface OpenDialogs {
  tested: { id: string; name: string; target: ProbeTarget } | null
  edited: { edited: Connection; base: string | null; isNew: boolean } | null
  removed: Connection | null
}

/** Settings for connections, with a test, what the current service can do, and diagnostics. */
export function ConnectionSection() {
  const client = useQueryClient()
  const { all, used } = useConnections()
  const lacks = useMissingEndpoints()
  const [openDialogs, setOpenDialogs] = useState<OpenDialogs>({ tested: null, edited: null, removed: null })
  const { tested, edited, removed } = openDialogs
  const close = () => setOpenDialogs({ ...openDialogs, edited: null, removed: null })
  const test = async (of: Connection) =>
    setOpenDialogs({ edited: null, removed: null, tested: { id: of.id, name: of.name, target: await targetOf(of) } })
  const edit = async (of: Connection, isNew = false) =>
    setOpenDialogs({ ...openDialogs, edited: { edited: of, base: isSetByPage(of) ? await baseOf(of) : null, isNew } })
  const onSaved = (saved: Connection) => {
    // A loaded page never switches to another service, so a new base URL needs a reload.
    if (saved.id === used.id && saved.base !== used.base) window.location.reload()
    else if (saved.id === used.id) void client.invalidateQueries()
    void test(saved)
  }
  return (
    <SettingsSection
      title="Connection"
      words="The service that this console works with, and how you are signed in."
      action={
        <Button icon={<Plus />} onClick={() => void edit(blank(), true)}>
          Add connection
        </Button>
      }
    >
      <ConnectionList
        all={all}
        used={used}
        onTest={(one) => void test(one)}
        onEdit={(one) => void edit(one)}
        onRemove={(one) => setOpenDialogs({ ...openDialogs, removed: one })}
      />
      {tested !== null && (
        <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3 className="font-medium wrap-anywhere">
            Test of “<bdi>{tested.name}</bdi>”
          </h3>
          <Suspense fallback={<SkeletonRows rows={3} />}>
            <ConnectionTest name={tested.name} target={tested.target} {...(tested.id === used.id && { lacks })} />
          </Suspense>
        </section>
      )}
      <ConnectionFacts />
      {edited !== null && <ConnectionDialog {...edited} onClose={close} onSaved={onSaved} />}
      {removed && <RemoveDialog connection={removed} onClose={close} />}
    </SettingsSection>
  )
}
