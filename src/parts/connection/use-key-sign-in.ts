import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Connection } from '#api/connection/connection.ts'
import { baseOf, credentialFor, credentialInfo, storeConnection, storeCredential } from '#api/connection/connections.ts'
import { signInHelpIn, type KeyHelp } from '#api/connection/sign-in-help.ts'
import { probeAddress, type ProbeFailure, type ProbeResponse } from '#api/request/probe-address.ts'
import { me } from '#contract/account.ts'
import { urlOf } from '#contract/kernel/endpoint.ts'
import { explainAnswer } from './answer-words.ts'
import { sentenceInBody } from './body-messages.ts'
import { signInProblemsOf } from './sign-in-draft.ts'

const mePath = urlOf(me.read, {})

/** Time in ms after which a test of a key is given up. */
const testMs = 30_000

/** What is asked: who the key belongs to. */
const probe = { noun: null, isList: false, isRequired: true } as const

/** Why a key does not sign in; null if it does. */
function refusalWords(answer: ProbeResponse | ProbeFailure, base: string, product: string): string | null {
  if (answer.is === 'answer' && answer.status === 401)
    return `${product} does not accept this. Check that you copied all of it, and that it was not deleted and has not expired.`
  if (answer.is === 'answer' && answer.status === 403)
    return `${product} accepts this, but it has no permission to read. ${sentenceInBody(answer.text)}`.trim()
  const own = answer.is === 'answer' && answer.status >= 500 ? sentenceInBody(answer.text) : ''
  if (own !== '') return own
  const context = { probe, base, pageOrigin: location.origin, isSignedIn: true, now: Date.now() }
  const { tone, explanation, remedy } = explainAnswer(answer, context)
  return tone === 'bad' ? `${explanation} ${remedy}`.trim() : null
}

/** How to get a key, as the service tells callers without one; null if it needs none. Undefined while it is asked. */
export function useSignInHelp(of: Connection): KeyHelp | null | undefined {
  return useQuery({
    queryKey: ['connection', of.id, of.base, 'sign-in help'],
    queryFn: async ({ signal }) => {
      const answer = await probeAddress({ base: await baseOf(of), headers: {} }, mePath, signal)
      if (answer.is !== 'answer' || answer.status !== 401) return null
      const body: unknown = JSON.parse(answer.text)
      return signInHelpIn(body)
    },
    staleTime: Infinity,
    retry: false,
  }).data
}

export interface KeyForm {
  key: string
  setKey: (key: string) => void
  remembers: boolean
  setRemembers: (remembers: boolean) => void
  /** What is wrong with the typed text; null until it is sent. */
  fieldProblem: string | null
  /** Why the last key did not sign in. */
  problem: string | null
  isBusy: boolean
  /** Tests the key, then stores it as the credential of the connection. */
  send: () => void
}

/** A key of the product behind the connector: it is tested before it is stored. */
export function useKeySignIn(of: Connection, product: string, onSignedIn: () => void): KeyForm {
  const [key, setKey] = useState('')
  const [remembers, setRemembers] = useState(() => credentialInfo(of.id)?.storedIn === 'device')
  const [wasSent, setSent] = useState(false)
  const fieldProblem =
    key.trim() === ''
      ? 'This field is required.'
      : (signInProblemsOf({ kind: 'bearer', header: '', secret: key, remembers }, false).secret ?? null)
  const test = useMutation({
    mutationFn: async () => {
      const base = await baseOf(of)
      const credential = { base, ...credentialFor('bearer', '', key) }
      const headers = { [credential.header]: credential.value }
      const answer = await probeAddress({ base, headers }, mePath, AbortSignal.timeout(testMs))
      const problem = refusalWords(answer, base, product)
      if (problem !== null) return problem
      storeConnection({ ...of, kind: 'bearer', header: '' })
      storeCredential(of.id, credential, remembers)
      return null
    },
    onSuccess: (problem) => {
      if (problem === null) onSignedIn()
    },
  })
  return {
    key,
    setKey,
    remembers,
    setRemembers,
    fieldProblem: wasSent ? fieldProblem : null,
    problem:
      test.data ?? (test.error === null ? null : 'The address of the service could not be read. Reload the page.'),
    isBusy: test.isPending,
    send: () => {
      setSent(true)
      if (fieldProblem === null && !test.isPending) test.mutate()
    },
  }
}
