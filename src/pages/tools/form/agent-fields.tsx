import { Plus, X } from 'lucide-react'
import { call } from '#api/request/client.ts'
import { KindTile, tileOfType } from '#canvas/cards/kind-tile.tsx'
import { tool as toolApi } from '#contract/tool.ts'
import { Button } from '#ui/controls/button.tsx'
import { Picker } from '#ui/overlays/picker.tsx'
import { TextArea, TextField } from '#ui/controls/text-field.tsx'
import { textProblemWords } from './tool-problems.ts'
import { useSourceCheck } from './use-source-check.ts'
import type { ToolForm } from './use-tool-form.ts'

/** Maximum number of options offered. */
const maxOptions = 50

async function findTools(search: string, signal: AbortSignal) {
  const input = { search: search === '' ? undefined : search, ordering: 'name', limit: maxOptions }
  const { results } = await call(toolApi.list, input, { signal })
  return results.map(({ key, name, category }) => ({
    value: key,
    label: name,
    note: key,
    icon: <KindTile kind={tileOfType(category)} />,
  }))
}

/** Keys of the tools that the model may use. */
function ToolsField({ form }: { form: ToolForm }) {
  const { tools } = form.draft.config
  const onTools = (next: readonly string[]) => form.setConfig({ tools: [...next] }, 'config.tools')
  return (
    <fieldset className="field">
      <legend className="label mb-1">
        Allowed tools <span className="font-normal text-text-3">optional</span>
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {tools.map((key) => (
          <button
            key={key}
            type="button"
            className="chip on"
            aria-label={`Remove ${key}`}
            onClick={() => onTools(tools.filter((one) => one !== key))}
          >
            <b className="mono">{key}</b>
            <X className="xs" />
          </button>
        ))}
        <Picker
          label="Allowed tools"
          options={findTools}
          chosen={tools}
          many
          onChosen={onTools}
          trigger={<Button icon={<Plus />}>Add tool</Button>}
        />
      </div>
      {form.error('config.tools') !== null && <p className="field-error">{form.error('config.tools')}</p>}
    </fieldset>
  )
}

export function AgentFields({ form }: { form: ToolForm }) {
  const { config } = form.draft
  const checked = useSourceCheck('liquid', config.instructions)
  return (
    <>
      <TextField
        label="Model"
        className="mono"
        placeholder="standard"
        value={config.model}
        autoComplete="off"
        error={form.error('config.model')}
        onBlur={() => form.onFieldBlur('config.model')}
        onValue={(model) => form.setConfig({ model }, 'config.model')}
      />
      <div className="form-all">
        <TextArea
          label="Instructions"
          rows={6}
          placeholder="Summarise the conversation in two sentences."
          value={config.instructions}
          error={form.error('config.instructions') ?? textProblemWords(checked)}
          onBlur={() => form.onFieldBlur('config.instructions')}
          onValue={(instructions) => form.setConfig({ instructions }, 'config.instructions')}
        />
      </div>
      <div className="form-all">
        <ToolsField form={form} />
      </div>
    </>
  )
}
