import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useExtension } from '#api/query/me.ts'
import { q, useApiMutation } from '#api/query/query.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { tool as toolApi } from '#contract/tool.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { useFlowIncidents } from '#parts/flows/use-flow-incidents.ts'
import { newChannelPath } from '#ui/paths.ts'
import { BindingLine, maxBindingNodes } from './binding-line.tsx'
import { bindingRows, type BindingRow } from './binding-rows.ts'
import { bindingKeyText } from '#flow-data/model/binding-key.ts'
import { useFlowQuery } from '#flow-data/use-flow-query.ts'
import type { OpenFlow } from '#pages/flow/use-open-flow.ts'

/** Rows before "Show more". */
const firstRows = 50

/** Names of the secrets by id, because the flow itself contains only ids. */
function useSecretNames(needed: boolean): ReadonlyMap<string, string> {
  const globals = useQuery({
    ...q(toolApi.list, { category: 'global', limit: maxLimit }),
    enabled: needed,
  })
  return useMemo(() => new Map(globals.data?.results.map(({ id, name }) => [id, name])), [globals.data])
}

/** The requirements of a flow and their bindings in this account; each can be changed. */
export function BindingsSection({
  open: { flow, data, applySaved },
  lockedReason,
}: {
  open: OpenFlow
  lockedReason: string | null
}) {
  const id = useId()
  const canChoose = useExtension('flow_life')
  const makesChannels = useExtension('channel_edit')
  const names = useSecretNames(Object.values(flow.bindings.secrets).some((target) => target !== null))
  const rows = bindingRows(flow, names, useFlowIncidents(flow))
  const [whole, setWhole] = useState(false)
  const bind = useApiMutation(flowApi.bind)
  const shown = whole ? rows : rows.slice(0, firstRows)
  const uses = useFlowQuery(data, 'binding uses', {
    keys: shown.map(({ field, key }) => ({ field, key })),
    most: maxBindingNodes,
  })
  const missing = rows.filter(({ target }) => target === null).length
  const choose = ({ field, key }: BindingRow, target: string | null) =>
    bind.mutate({ id: flow.id, body: { [field]: { [key]: target } } }, { onSuccess: applySaved })
  const sent = bind.variables?.body
  const isSent = ({ field, key }: BindingRow) => bind.isPending && Object.hasOwn(sent?.[field] ?? {}, key)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2">
        Tools, channels and secrets:{' '}
        <span className="font-normal text-text-3">
          {rows.length === 0
            ? 'none'
            : missing === 0
              ? `${rows.length === 1 ? '' : 'all '}${rows.length} found`
              : `${missing} of ${rows.length} missing`}
        </span>
      </h2>
      <ActionError title="The binding was not changed" error={bind.error} />
      {rows.length > 0 && uses !== undefined && (
        <ul className="card mt-2">
          {shown.map((row) => (
            <BindingLine
              key={`${row.field} ${row.key}`}
              row={row}
              uses={uses.get(bindingKeyText(row)) ?? null}
              busy={isSent(row)}
              lockedReason={lockedReason}
              newPath={makesChannels && row.field === 'channels' ? newChannelPath(flow.id, row.key) : null}
              onChoose={canChoose ? (target) => choose(row, target) : null}
            />
          ))}
        </ul>
      )}
      {shown.length < rows.length && (
        <button type="button" className="link mt-2 cursor-pointer" onClick={() => setWhole(true)}>
          Show {rows.length - shown.length} more
        </button>
      )}
    </section>
  )
}
