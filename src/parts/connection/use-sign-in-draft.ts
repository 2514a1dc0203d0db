import { useState } from 'react'
import type { ProbeTarget } from '#api/request/probe-address.ts'
import type { Connection } from '#api/connection/connection.ts'
import {
  credentialFacts,
  credentialFor,
  forgetCredential,
  keepCredential,
  takesSecret,
  type CredentialFacts,
} from '#api/connection/connections.ts'
import { credentialOf, type Credential } from '#api/connection/credentials.ts'
import { signInProblemsOf, type SignInDraft, type SignInProblems } from './sign-in-draft.ts'

export interface SignInForm {
  draft: SignInDraft
  setDraft: (draft: SignInDraft) => void
  /** What the connection has already and would go on using. */
  kept: CredentialFacts | null
  /** Problems, once they are to be shown. */
  problems: SignInProblems
  /** Shows what is wrong from now on; true where nothing is. */
  check: () => boolean
  /** What is asked to see whether it works. */
  target: () => ProbeTarget
  /** Keeps what was typed; what a kind does not need is forgotten. */
  keep: (id: string) => void
}

/** The credential that a draft means: what was typed, else what is kept. */
function credentialIn(draft: SignInDraft, base: string, kept: Credential | null): Credential | null {
  if (!takesSecret(draft.kind)) return null
  return draft.secret.trim() === '' ? kept : { base, ...credentialFor(draft.kind, draft.header, draft.secret) }
}

/** Signing in to a connection as it is typed. `base` = its whole address; what was kept for another address does not count. */
export function useSignInDraft(of: Connection, base: string): SignInForm {
  const [draft, setDraft] = useState<SignInDraft>(() => ({
    kind: of.kind,
    header: of.header,
    secret: '',
    remembers: credentialFacts(of.id)?.where === 'device',
  }))
  const [isChecked, setChecked] = useState(false)
  const there = credentialOf(of.id)
  const isSame = draft.kind === of.kind && draft.header.trim() === of.header && there?.base === base
  const kept = isSame ? there : null
  const problems = signInProblemsOf(draft, kept !== null)
  return {
    draft,
    setDraft,
    kept: kept === null ? null : credentialFacts(of.id),
    problems: isChecked ? problems : {},
    check: () => {
      setChecked(true)
      return Object.keys(problems).length === 0
    },
    target: () => {
      const credential = credentialIn(draft, base, kept)
      return { base, headers: credential === null ? {} : { [credential.header]: credential.value } }
    },
    keep: (id) => {
      const credential = credentialIn(draft, base, kept)
      if (credential === null) forgetCredential(id)
      else keepCredential(id, credential, draft.remembers)
    },
  }
}
