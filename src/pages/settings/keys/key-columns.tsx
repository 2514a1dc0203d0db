import { TriangleAlert } from 'lucide-react'
import type { Key } from '#contract/key.ts'
import { TimeText } from '#parts/display/time.tsx'
import { Button } from '#ui/controls/button.tsx'
import { useNow } from '#ui/browser/now.ts'
import type { Column } from '#ui/table/table.tsx'
import { expiryState } from './key-expiry.ts'

function Expiry({ apiKey }: { apiKey: Key }) {
  const state = expiryState(apiKey, useNow())
  if (state === 'never') return <span className="text-text-3">Never</span>
  if (state === 'over') return <span className="status bad">Expired</span>
  return (
    <span className={state === 'soon' ? 'status warn' : 'text-text-2'}>
      {state === 'soon' && <TriangleAlert aria-label="Expires soon" role="img" />}
      <TimeText at={apiKey.expires_at} short={state === 'later'} />
    </span>
  )
}

/** Columns of the keys, with a button to revoke each key. */
export const keyColumns = (onRevoke: (key: Key) => void): readonly Column<Key>[] => [
  {
    id: 'name',
    head: 'Name',
    cell: (key) => (
      <span className="grid">
        <bdi className="cut font-medium">{key.name}</bdi>
        <span className="mono cut text-text-3 @min-[560px]:hidden">{key.start}…</span>
      </span>
    ),
  },
  {
    id: 'start',
    head: 'Starts with',
    className: 'w-[132px] @max-[560px]:hidden',
    cell: (key) => <span className="mono text-text-2">{key.start}…</span>,
  },
  {
    id: 'scope',
    head: 'Permissions',
    className: 'w-[112px] max-sm:w-[64px]',
    cell: (key) =>
      key.scope === 'read' ? (
        'Read'
      ) : (
        <>
          <span className="max-sm:hidden">Read and write</span>
          <span className="sm:hidden">Write</span>
        </>
      ),
  },
  {
    id: 'by',
    head: 'Created by',
    className: 'w-[140px] @max-[980px]:hidden',
    cell: (key) => (
      <span className="text-text-2">
        {key.created_by ? <bdi>{key.created_by.name}</bdi> : '—'}, <TimeText at={key.created_at} short />
      </span>
    ),
  },
  {
    id: 'used',
    head: 'Last used',
    right: true,
    className: 'w-[112px] @max-[760px]:hidden',
    cell: (key) =>
      key.last_used_at === null ? (
        <span className="text-text-3">Never</span>
      ) : (
        <span className="text-text-2">
          <TimeText at={key.last_used_at} />
        </span>
      ),
  },
  {
    id: 'ends',
    head: 'Expires',
    right: true,
    className: 'w-[108px] @max-[760px]:hidden',
    cell: (key) => <Expiry apiKey={key} />,
  },
  {
    id: 'revoke',
    head: <span className="sr-only">Revoke</span>,
    right: true,
    className: 'w-[92px]',
    cell: (key) => (
      <Button variant="danger" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
        Revoke
      </Button>
    ),
  },
]
