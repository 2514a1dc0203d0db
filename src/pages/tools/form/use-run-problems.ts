import { useMemo } from 'react'
import { textProblemWords } from './tool-problems.ts'
import { templatesOfJson, templatesOfPairs } from './template-texts.ts'
import type { ToolDraft } from './tool-draft.ts'
import { useSourceCheck } from './use-source-check.ts'

const languages = { transform: 'jsonata', condition: 'cel', code: 'javascript' } as const

/** The expressions, code and templates of a tool that the service can check. */
function sourcesOf({ category, config }: ToolDraft) {
  const isApi = category === 'api'
  return {
    script:
      category === 'transform' || category === 'condition'
        ? config.expression
        : category === 'code'
          ? config.source
          : '',
    instructions: category === 'agent' ? config.instructions : '',
    url: isApi ? config.url : '',
    headers: isApi ? templatesOfPairs(config.headers).text : '',
    query: isApi ? templatesOfPairs(config.query).text : '',
    body: isApi ? templatesOfJson(config.body).text : '',
  }
}

/**
 * Fields that prevent a tool from running, with their first problem. The tool can be saved nevertheless. The form uses
 * the same queries, so each text is checked only once.
 */
export function useRunProblems(draft: ToolDraft): readonly { field: string; message: string }[] {
  const { category } = draft
  const sources = useMemo(() => sourcesOf(draft), [draft])
  const language = category === 'transform' || category === 'condition' || category === 'code' ? category : 'transform'
  const script = useSourceCheck(languages[language], sources.script)
  const instructions = useSourceCheck('liquid', sources.instructions)
  const url = useSourceCheck('liquid', sources.url)
  const headers = useSourceCheck('liquid', sources.headers, true)
  const query = useSourceCheck('liquid', sources.query, true)
  const body = useSourceCheck('liquid', sources.body, true)
  return useMemo(() => {
    const problemsByField = {
      [category === 'code' ? 'config.source' : 'config.expression']: script,
      'config.instructions': instructions,
      'config.url': url,
      // Without the line numbers, which refer to the combined text.
      'config.headers': headers.map(({ message }) => ({ message })),
      'config.query': query.map(({ message }) => ({ message })),
      'config.body': body.map(({ message }) => ({ message })),
    }
    return Object.entries(problemsByField).flatMap(([field, problems]) => {
      const message = textProblemWords(problems.slice(0, 1))
      return message === null ? [] : [{ field, message }]
    })
  }, [category, script, instructions, url, headers, query, body])
}
