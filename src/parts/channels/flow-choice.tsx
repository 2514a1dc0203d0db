import { ChevronDown } from 'lucide-react'
import { call } from '#api/request/client.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { flowStatusWord } from '#parts/display/status.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { valueOfId } from '#ui/overlays/picker-options.ts'
import { Picker } from '#ui/overlays/picker.tsx'
import type { ChannelForm } from './use-channel-form.ts'

/** Maximum number of results of one search. */
const maxFound = 50
/** The value of the option for no flow. */
const noFlowValue = ''
const noFlowLabel = 'None (messages do not start a flow)'

/** Choice of the flow that incoming messages start. */
export function FlowChoice({ form: { draft, set, error } }: { form: ChannelForm }) {
  const word = draft.flow === null ? noFlowLabel : (draft.flow.name ?? draft.flow.id)
  return (
    <Field label="Flow" hint="Incoming messages start this flow once it is active." error={error('flow')}>
      {({ id, 'aria-describedby': words }) => (
        <Picker
          label="Flow"
          options={async (search, signal) => {
            const { results } = await call(
              flowApi.list,
              { limit: maxFound, search: search === '' ? undefined : search },
              { signal },
            )
            const found = results.map(({ id: own, name, status }) => ({
              value: valueOfId(own),
              label: name,
              note: flowStatusWord(status),
            }))
            return search === '' ? [{ value: noFlowValue, label: noFlowLabel }, ...found] : found
          }}
          chosen={[draft.flow?.id ?? noFlowValue]}
          onChosen={([chosen], { label }) =>
            set({ flow: chosen === undefined || chosen === noFlowValue ? null : { id: chosen, name: label } }, 'flow')
          }
          trigger={
            <Button id={id} size="md" aria-describedby={words} aria-label={`Flow: ${word}`} className="w-full">
              <bdi className="cut min-w-0 flex-1 text-left font-normal">{word}</bdi>
              <ChevronDown />
            </Button>
          }
        />
      )}
    </Field>
  )
}
