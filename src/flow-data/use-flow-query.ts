import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer, Input, Question } from './questions/answers.ts'
import type { FlowData } from './flow-data.ts'

/** A question about a flow as options for useQuery. The answer stays true as long as the handle. */
export const asked = <Q extends Question>(data: FlowData, question: Q, input: Input<Q>) =>
  queryOptions<Answer<Q>>({
    queryKey: ['flow data', data.key, question, input],
    queryFn: () => data.ask(question, input),
    staleTime: Infinity,
    retry: false,
    structuralSharing: false,
    networkMode: 'always',
  })

/**
 * What a flow answers to a question: undefined while it is not known, the answer to the input before while it is asked
 * anew. `input` null asks nothing, and forgets the answer before.
 */
export function useAsked<Q extends Question>(
  data: FlowData,
  question: Q,
  input: Input<Q> | null,
): Answer<Q> | undefined {
  const isAsked = input !== null
  const { data: answer } = useQuery({
    queryKey: ['flow data', data.key, question, input],
    queryFn: () => (input === null ? Promise.reject(new Error('Nothing is asked.')) : data.ask(question, input)),
    enabled: isAsked,
    staleTime: Infinity,
    retry: false,
    structuralSharing: false,
    networkMode: 'always',
  })
  const [last, setLast] = useState<{ answer: Answer<Q> | undefined }>({ answer: undefined })
  const now = !isAsked ? undefined : answer === undefined ? last.answer : answer
  if (!Object.is(now, last.answer)) setLast({ answer: now })
  return now
}
