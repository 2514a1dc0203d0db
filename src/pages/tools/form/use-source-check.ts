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

/** ms after the last key: a word that is half written is wrong in every language. */
const pauseMs = 500
/** ms for which what was said of a text is kept: whoever goes back and forth between two of them is answered at once. */
const keptMs = 30_000

const none: readonly TextProblem[] = []

const textProblem = ({ message, line, column }: ToolProblem): TextProblem => ({
  message,
  ...(line === null || isAbsent(line) ? {} : { line }),
  ...(column === null || isAbsent(column) ? {} : { column }),
})

/**
 * What the service finds wrong with a source a moment after the last key; nothing is run. Each answer belongs to the text that was
 * asked about, so that none comes too late, and typing waits for none. Nothing is said where the service cannot check
 * (`tool_check`), or does not answer.
 * @param isExact say nothing of a text that is not answered for yet; else what was said of the one before stays until then
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
    // A line that comes and goes with each key is in the way.
    placeholderData: keepPreviousData,
    retry: false,
  })
  const isSaid = enabled && !isError && !(isExact && (isPlaceholderData || source !== text))
  return useMemo(() => {
    const found = isSaid ? data?.problems.filter(({ field }) => field === 'source') : undefined
    return found === undefined || found.length === 0 ? none : found.map(textProblem)
  }, [isSaid, data])
}

/** The same of texts with values in `{{ }}`, each on a line of its own: what is wrong, and in which of them (from 0). */
export function useTemplateCheck({ text }: Templates): readonly { index: number; message: string }[] {
  const found = useSourceCheck('liquid', text, true)
  return useMemo(() => found.map(({ line = 1, message }) => ({ index: line - 1, message })), [found])
}
