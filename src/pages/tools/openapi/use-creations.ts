import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { mayHaveSucceeded } from '#api/request/idempotency-key.ts'
import { call } from '#api/request/client.ts'
import { ApiError } from '#api/errors.ts'
import { tool as toolApi, type Tool } from '#contract/tool.ts'
import { namedTool } from '#parts/flows/created-id.ts'
import type { OpenDocument } from './open-document.ts'
import type { OperationRow } from './operations.ts'
import type { OperationChoices } from './to-tool.ts'

/** State of the creation for one operation. */
export type Outcome =
  | { is: 'waiting' }
  | { is: 'creating' }
  | { is: 'done'; tool: Pick<Tool, 'id' | 'name'>; notes: readonly string[] }
  /** `attempt`: idempotency key of a request that may have been executed; a retry uses the same key. */
  | { is: 'failed'; message: string; attempt: string | null }

/** Maximum wait in seconds after a rate limit, and maximum number of retries. */
const maxPauseSeconds = 30
const maxRetries = 5

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/** Creates a tool, with retries after a rate limit. Rejects like `call`. */
async function create(body: z.output<typeof toolApi.create.body>, key: string): Promise<Tool> {
  const since = Date.now()
  for (let pauses = 0; ; pauses += 1)
    try {
      return await namedTool(await call(toolApi.create, { body }, { idempotencyKey: key }), { body }, since)
    } catch (problem) {
      const isBusy = problem instanceof ApiError && problem.status === 429 && pauses < maxRetries
      if (!isBusy) throw problem
      await pause(Math.min(problem.retryAfter ?? 1, maxPauseSeconds))
    }
}

const messageOf = ({ detail, fieldErrors }: ApiError): string =>
  [detail, ...Object.entries(fieldErrors).map(([field, texts]) => `${field}: ${texts.join(' ')}`)].join(' ')

/** Creates one tool. `isDown` = the service is unreachable, so no further tool should be tried. */
async function createTool(
  document: OpenDocument,
  row: OperationRow,
  choices: Omit<OperationChoices, 'key'>,
  attempt: string,
): Promise<{ outcome: Outcome; isDown: boolean }> {
  const failed = (message: string, isDown = false, isOpen = false) => ({
    outcome: { is: 'failed', message, attempt: isOpen ? attempt : null } as const,
    isDown,
  })
  const conversion = await document.convertOperation(row.id, { ...choices, key: row.key })
  if (!conversion.ok) return failed(conversion.reason)
  const parsedBody = toolApi.create.body.safeParse(conversion.body)
  if (!parsedBody.success) {
    const [issue] = parsedBody.error.issues
    return failed(`This operation cannot be a tool: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`)
  }
  try {
    const { id, name } = await create(parsedBody.data, attempt)
    return { outcome: { is: 'done', tool: { id, name }, notes: conversion.notes }, isDown: false }
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem
    return failed(messageOf(problem), problem.status === 0, mayHaveSucceeded(problem))
  }
}

/** Creates tools of a document sequentially, with a result for each. Stops when the panel is closed. */
export function useCreations(document: OpenDocument | null) {
  const client = useQueryClient()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [isRunning, setRunning] = useState(false)
  const isStopped = useRef(false)
  useEffect(
    () => () => {
      isStopped.current = true
    },
    [],
  )
  const setOutcome = (id: string, outcome: Outcome | null) =>
    setOutcomes((before) => {
      const after = new Map(before)
      if (outcome === null) after.delete(id)
      else after.set(id, outcome)
      return after
    })
  const start = async (rows: readonly OperationRow[], choices: Omit<OperationChoices, 'key'>) => {
    if (document === null || isRunning) return
    isStopped.current = false
    setRunning(true)
    const attempts = new Map(
      rows.map(({ id }) => {
        const before = outcomes.get(id)
        return [id, before?.is === 'failed' ? before.attempt : null]
      }),
    )
    setOutcomes((before) => new Map([...before, ...rows.map(({ id }) => [id, { is: 'waiting' }] as const)]))
    const queue = [...rows]
    try {
      for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
        setOutcome(row.id, { is: 'creating' })
        const { outcome, isDown } = await createTool(
          document,
          row,
          choices,
          attempts.get(row.id) ?? crypto.randomUUID(),
        )
        setOutcome(row.id, outcome)
        if (isStopped.current || isDown) break
      }
    } finally {
      // Operations that were not started remain selected.
      for (const { id } of queue) setOutcome(id, null)
      setRunning(false)
      for (const noun of toolApi.create.changes) void client.invalidateQueries({ queryKey: [noun] })
    }
  }
  return {
    outcomes,
    isRunning,
    start,
    /** Stops after the current request. */
    stop: () => {
      isStopped.current = true
    },
    reset: () => setOutcomes(new Map()),
  }
}
