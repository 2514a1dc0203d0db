import type { ReactNode } from 'react'
import { CodeEditor } from '#ui/code/code-editor.tsx'
import { Field } from '#ui/controls/field.tsx'
import type { TextProblem } from './schema-problems.ts'
import { textProblemWords } from './tool-problems.ts'
import type { ToolForm } from './use-tool-form.ts'

const noProblems: readonly { line: number; message: string }[] = []

const noChecks: readonly TextProblem[] = []

/**
 * Marks for the editor; a problem without a line marks line 1. Cached, so that the same list of problems does not
 * update the editor.
 */
const marksByProblems = new WeakMap<
  readonly TextProblem[],
  readonly { line: number; column?: number; message: string }[]
>()
function editorMarks(problems: readonly TextProblem[]) {
  if (problems.length === 0) return noProblems
  const cachedMarks = marksByProblems.get(problems)
  if (cachedMarks !== undefined) return cachedMarks
  const newMarks = problems.map(({ line = 1, column, message }) =>
    column === undefined ? { line, message } : { line, column, message },
  )
  marksByProblems.set(problems, newMarks)
  return newMarks
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
  serviceProblems = noChecks,
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
  serviceProblems?: readonly TextProblem[]
}) {
  const formProblems = form.problems(field)
  const problems = formProblems.length > 0 ? formProblems : serviceProblems
  return (
    <Field label={label} optional={optional} hint={hint} error={form.error(field) ?? textProblemWords(problems)}>
      {({ id }) => (
        <CodeEditor
          id={id}
          label={label}
          language={language}
          value={value}
          onValue={onValue}
          onBlur={() => form.onFieldBlur(field)}
          problems={editorMarks(problems)}
          minLines={minLines}
        />
      )}
    </Field>
  )
}
