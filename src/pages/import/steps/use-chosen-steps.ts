/** A row's flow with the choices for its steps, computed where open flows are held. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMe } from '#api/query/me.ts'
import type { ChosenSteps } from '#flow-data/worker/choose-steps.ts'
import type { FileFlow } from '#files/file-result.ts'
import type { StepChoices } from '#flow/choices/step-choices.ts'
import type { KnownKeys } from '#flow/health/lint.ts'
import type { AccountKeys } from '#pages/import/review/missing-needs.ts'
import { knownKeysOf } from '#pages/import/review/missing-needs.ts'
import type { ImportRow } from '#pages/import/rows/import-rows.ts'

const noSteps: StepChoices = {}

/** Rejects with an Error if the code could not be loaded, or the worker ended. */
export const chosenStepsQuery = (row: string, flow: FileFlow, steps: StepChoices | null, known: KnownKeys | null) =>
  queryOptions<ChosenSteps>({
    queryKey: [
      'import steps',
      row,
      steps,
      known === null ? null : [...known.tools, '', ...known.channels, '', ...known.secrets],
      known?.account,
    ],
    queryFn: async () => {
      // Loaded later: the page shows its files first.
      const { chooseStepsOf } = await import('#flow-data/flow-data.ts')
      return chooseStepsOf(await flow.template.arrayBuffer(), { steps: steps ?? noSteps, known })
    },
    staleTime: Infinity,
    // A template is large, and quickly made again.
    gcTime: 0,
    retry: false,
    structuralSharing: false,
    networkMode: 'always',
  })

/** The open row's flow with its choices; those of the previous choice while they are computed. Null = not known yet. */
export function useChosenSteps(row: ImportRow | undefined, account: AccountKeys | null): ChosenSteps | null {
  const model = useMe()?.model
  const flow = row?.flow ?? null
  const choices = row?.choices
  const known = useMemo(
    () => (flow === null || choices === undefined ? null : knownKeysOf(flow.review, account, choices, model)),
    [flow, account, choices, model],
  )
  const isOpen = row !== undefined && flow !== null
  const { data } = useQuery({
    ...(isOpen ? chosenStepsQuery(row.key, flow, choices?.steps ?? null, known) : idle),
    placeholderData: (previous, query) => (query?.queryKey[1] === row?.key ? keepPreviousData(previous) : undefined),
    enabled: isOpen,
  })
  return data ?? null
}

const idle = queryOptions<ChosenSteps>({
  queryKey: ['import steps'],
  queryFn: () => Promise.reject(new Error('No flow.')),
})
