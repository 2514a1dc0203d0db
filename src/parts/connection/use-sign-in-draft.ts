import { useState } from 'react'
import type { ProbeTarget } from '#api/request/probe-address.ts'
import type { Connection } from '#api/connection/connection.ts'
import {
  credentialInfo,
  credentialFor,
  removeCredential,
  storeCredential,
  needsSecret,
  type CredentialInfo,
} from '#api/connection/connections.ts'
import { credentialOf, type Credential } from '#api/connection/credentials.ts'
import { signInProblemsOf, type SignInDraft, type SignInProblems } from './sign-in-draft.ts'

export interface SignInForm {
  draft: SignInDraft
  setDraft: (draft: SignInDraft) => void
  /** Facts about the stored credentials, which are used if the field is empty; null if none can be used. */
  storedFacts: CredentialInfo | null
  /** Problems; empty until `check` is called. */
  problems: SignInProblems
  /** Shows problems from then on; returns true if there are none. */
  check: () => boolean
  /** Base URL and headers for a test of the credentials. */
  target: () => ProbeTarget
  /** Stores the typed credentials; deletes stored ones if the sign-in method needs none. */
  store: (id: string) => void
}

/** The credentials of a draft: the typed ones, else the stored ones. */
function credentialIn(draft: SignInDraft, base: string, stored: Credential | null): Credential | null {
  if (!needsSecret(draft.kind)) return null
  return draft.secret.trim() === '' ? stored : { base, ...credentialFor(draft.kind, draft.header, draft.secret) }
}

/**
 * State of a sign-in form. `base` = absolute base URL; stored credentials for another base URL, method or header are
 * ignored.
 */
export function useSignInDraft(of: Connection, base: string): SignInForm {
  const [draft, setDraft] = useState<SignInDraft>(() => ({
    kind: of.kind,
    header: of.header,
    secret: '',
    remembers: credentialInfo(of.id)?.storedIn === 'device',
  }))
  const [wasSubmitted, setSubmitted] = useState(false)
  const storedCredential = credentialOf(of.id)
  const isSame = draft.kind === of.kind && draft.header.trim() === of.header && storedCredential?.base === base
  const usableCredential = isSame ? storedCredential : null
  const problems = signInProblemsOf(draft, usableCredential !== null)
  return {
    draft,
    setDraft,
    storedFacts: usableCredential === null ? null : credentialInfo(of.id),
    problems: wasSubmitted ? problems : {},
    check: () => {
      setSubmitted(true)
      return Object.keys(problems).length === 0
    },
    target: () => {
      const credential = credentialIn(draft, base, usableCredential)
      return { base, headers: credential === null ? {} : { [credential.header]: credential.value } }
    },
    store: (id) => {
      const credential = credentialIn(draft, base, usableCredential)
      if (credential === null) removeCredential(id)
      else storeCredential(id, credential, draft.remembers)
    },
  }
}
