import { Suspense } from 'react'
import { lazyPart } from '#ui/browser/lazy-part.tsx'
import type { ValuesEditorProps } from './values-editor.tsx'

const ValuesEditor = lazyPart(async () => (await import('./values-editor.tsx')).ValuesEditor, {
  Missing: ({ children }: ValuesEditorProps) => children,
})

/** Values as text, and in fields while they are edited. The text is there until the code is loaded. */
export const LazyValuesEditor = (props: ValuesEditorProps) => (
  <Suspense fallback={props.children}>
    <ValuesEditor {...props} />
  </Suspense>
)
