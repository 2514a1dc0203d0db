import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FlowQuestionAnswer, FlowQuestionInput, FlowQuestion } from './questions/answers.ts'
import type { FlowData } from './flow-data.ts'

/** A question about a flow as options for useQuery. The answer is valid as long as the handle. */
export const flowQueryOptions = <Q extends FlowQuestion>(data: FlowData, question: Q, input: FlowQuestionInput<Q>) =>
  queryOptions<FlowQuestionAnswer<Q>>({
    queryKey: ['flow data', data.key, question, input],
    queryFn: () => data.ask(question, input),
    staleTime: Infinity,
    retry: false,
    structuralSharing: false,
    networkMode: 'always',
  })

/**
 * A flow's answer to a question: undefined until the first one is known, the answer to the previous input while a new
 * one is loading. `input` null asks nothing, and drops the previous answer.
 */
export function useFlowQuery<Q extends FlowQuestion>(
  data: FlowData,
  question: Q,
  input: FlowQuestionInput<Q> | null,
): FlowQuestionAnswer<Q> | undefined {
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
  const [last, setLast] = useState<{ answer: FlowQuestionAnswer<Q> | undefined }>({ answer: undefined })
  const now = !isAsked ? undefined : answer === undefined ? last.answer : answer
  if (!Object.is(now, last.answer)) setLast({ answer: now })
  return now
}
