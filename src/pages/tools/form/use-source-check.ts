import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { tool as toolApi, type ToolProblem } from '#contract/tool.ts'
import { isAbsent } from '#lib/absent.ts'
import { useDebouncedValue } from '#ui/browser/use-debounced-value.ts'
import type { TextProblem } from './schema-problems.ts'
import { isTemplate, type Templates } from './template-texts.ts'

export type CheckedLanguage = 'javascript' | 'jsonata' | 'cel' | 'liquid'

/** Debounce in ms, since a half-typed word is invalid in every language. */
const pauseMs = 500
/** Cache time of results in ms, for switching between two texts. */
const keptMs = 30_000

const none: readonly TextProblem[] = []

const textProblem = ({ message, line, column }: ToolProblem): TextProblem => ({
  message,
  ...(line === null || isAbsent(line) ? {} : { line }),
  ...(column === null || isAbsent(column) ? {} : { column }),
})

/**
 * Problems of a source found by the service, debounced; nothing is run. Each answer belongs to its text, so late
 * answers are ignored, and typing does not wait. Empty if the service cannot check (`tool_check`), or does not answer.
 * @param isExact empty for a text that is not checked yet; else the previous result stays until then
 */
export function useSourceCheck(language: CheckedLanguage, text: string, isExact = false): readonly TextProblem[] {
  const canCheck = useExtension('tool_check')
  const source = useDebouncedValue(text, pauseMs)
  const isPlain = (one: string) => one.trim() === '' || (language === 'liquid' && !isTemplate(one))
  const enabled = canCheck && !isPlain(text) && !isPlain(source)
  const { data, isError, isPlaceholderData } = useQuery({
    ...q(toolApi.check, { body: { language, source } }),
    enabled,
    gcTime: keptMs,
    staleTime: keptMs,
    // A message that appears and disappears with each key would be distracting.
    placeholderData: keepPreviousData,
    retry: false,
  })
  const isSaid = enabled && !isError && !(isExact && (isPlaceholderData || source !== text))
  return useMemo(() => {
    const found = isSaid ? data?.problems.filter(({ field }) => field === 'source') : undefined
    return found === undefined || found.length === 0 ? none : found.map(textProblem)
  }, [isSaid, data])
}

/** The same for texts with `{{ }}` templates, one per line: the problem, and its line (from 0). */
export function useTemplateCheck({ text }: Templates): readonly { index: number; message: string }[] {
  const found = useSourceCheck('liquid', text, true)
  return useMemo(() => found.map(({ line = 1, message }) => ({ index: line - 1, message })), [found])
}
