import { useState } from 'react'
import { count } from '#lib/count.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { CodeEditor } from '#ui/code/code-editor.tsx'
import { schemaFields } from './schema-fields.ts'

/** Indentation per level, in px. */
const indent = 12

/** Input or output schema as a list of fields; the JSON Schema on request. */
export function ToolSchema({ title, schema }: { title: string; schema: JsonRecord | null }) {
  const [isJsonShown, setJsonShown] = useState(false)
  if (schema === null) return null
  const fields = schemaFields(schema)
  const shown = isJsonShown || fields.length === 0
  return (
    <section className="section" aria-label={title}>
      <h3>
        {title}
        {fields.length > 0 && <span className="n">{count(fields.length, 'field')}</span>}
        <span className="flex-1" />
        {fields.length > 0 && (
          <button
            type="button"
            className="link cursor-pointer text-xs font-normal"
            aria-pressed={isJsonShown}
            onClick={() => setJsonShown(!isJsonShown)}
          >
            JSON
          </button>
        )}
      </h3>
      {shown ? (
        <CodeEditor label={`${title}, JSON Schema`} language="json" readOnly value={JSON.stringify(schema, null, 2)} />
      ) : (
        <ul className="grid gap-1">
          {fields.map(({ name, depth, type, required, description }, index) => (
            <li
              // oxlint-disable-next-line react/no-array-index-key -- names repeat on different levels; lines never move
              key={index}
              style={{ paddingLeft: depth * indent }}
            >
              <span className="mono wrap-anywhere">{name}</span>{' '}
              <span className="text-xs text-text-3">
                {type}
                {required ? ', required' : ''}
              </span>
              {description !== '' && <p className="text-xs wrap-anywhere text-text-2">{description}</p>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
