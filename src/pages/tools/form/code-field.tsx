import type { ReactNode } from 'react'
import { CodeEditor } from '#ui/code/code-editor.tsx'
import { Field } from '#ui/controls/field.tsx'
import type { TextProblem } from './schema-problems.ts'
import { textProblemWords } from './tool-problems.ts'
import type { ToolForm } from './use-tool-form.ts'

const noProblems: readonly { line: number; message: string }[] = []

const noChecks: readonly TextProblem[] = []

/**
 * Marks for the editor; a problem without a line marks the first one. Cached, so that the same list of problems does
 * not update the editor.
 */
const marks = new WeakMap<readonly TextProblem[], readonly { line: number; column?: number; message: string }[]>()
function marksOf(problems: readonly TextProblem[]) {
  if (problems.length === 0) return noProblems
  const known = marks.get(problems)
  if (known !== undefined) return known
  const made = problems.map(({ line = 1, column, message }) =>
    column === undefined ? { line, message } : { line, column, message },
  )
  marks.set(problems, made)
  return made
}

/** A code field of the form. */
export function CodeField({
  form,
  field,
  label,
  value,
  onValue,
  language,
  optional = false,
  hint,
  minLines = 8,
  checked = noChecks,
}: {
  form: ToolForm
  /** Path of the field: "config.source". */
  field: string
  label: string
  value: string
  onValue: (value: string) => void
  language: 'json' | 'javascript'
  optional?: boolean
  hint?: ReactNode
  minLines?: number
  /** Problems found by the service. They may arrive late, so they do not prevent saving. */
  checked?: readonly TextProblem[]
}) {
  const own = form.problems(field)
  const problems = own.length > 0 ? own : checked
  return (
    <Field label={label} optional={optional} hint={hint} error={form.error(field) ?? textProblemWords(problems)}>
      {({ id }) => (
        <CodeEditor
          id={id}
          label={label}
          language={language}
          value={value}
          onValue={onValue}
          onBlur={() => form.leave(field)}
          problems={marksOf(problems)}
          minLines={minLines}
        />
      )}
    </Field>
  )
}
