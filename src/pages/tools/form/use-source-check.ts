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

/** Debounce in ms: a half-typed word is invalid in every language. */
const debounceMs = 500
/** Cache time of results in ms, for edits that are undone. */
const cacheMs = 30_000

const noProblems: readonly TextProblem[] = []

const textProblem = ({ message, line, column }: ToolProblem): TextProblem => ({
  message,
  ...(line === null || isAbsent(line) ? {} : { line }),
  ...(column === null || isAbsent(column) ? {} : { column }),
})

/**
 * Problems that the service finds in a source, debounced; nothing is run. Results are stored by text, so a late
 * response is ignored and typing is not blocked. Empty if the service does not support `tool_check` or the check fails.
 * @param isExact until a text is checked: true = no problems, false = the problems of the previous text
 */
export function useSourceCheck(language: CheckedLanguage, text: string, isExact = false): readonly TextProblem[] {
  const canCheck = useExtension('tool_check')
  const source = useDebouncedValue(text, debounceMs)
  const isPlain = (one: string) => one.trim() === '' || (language === 'liquid' && !isTemplate(one))
  const enabled = canCheck && !isPlain(text) && !isPlain(source)
  const { data, isError, isPlaceholderData } = useQuery({
    ...q(toolApi.check, { body: { language, source } }),
    enabled,
    gcTime: cacheMs,
    staleTime: cacheMs,
    // Keeps the previous result until the next one, so that messages do not flicker while typing.
    placeholderData: keepPreviousData,
    retry: false,
  })
  const isResultShown = enabled && !isError && !(isExact && (isPlaceholderData || source !== text))
  return useMemo(() => {
    const found = isResultShown ? data?.problems.filter(({ field }) => field === 'source') : undefined
    return found === undefined || found.length === 0 ? noProblems : found.map(textProblem)
  }, [isResultShown, data])
}

/** The same check for templates, one per line. `index` is the line, from 0. */
export function useTemplateCheck({ text }: Templates): readonly { index: number; message: string }[] {
  const found = useSourceCheck('liquid', text, true)
  return useMemo(() => found.map(({ line = 1, message }) => ({ index: line - 1, message })), [found])
}
