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
  /** Facts about the stored credentials, which are used unless others are typed. */
  kept: CredentialFacts | null
  /** Problems; empty until they may be shown. */
  problems: SignInProblems
  /** Shows problems from then on; returns true if there are none. */
  check: () => boolean
  /** Base URL and headers for a test of the credentials. */
  target: () => ProbeTarget
  /** Stores the typed credentials; deletes stored ones if the sign-in method needs none. */
  keep: (id: string) => void
}

/** The credentials of a draft: the typed ones, else the stored ones. */
function credentialIn(draft: SignInDraft, base: string, kept: Credential | null): Credential | null {
  if (!takesSecret(draft.kind)) return null
  return draft.secret.trim() === '' ? kept : { base, ...credentialFor(draft.kind, draft.header, draft.secret) }
}

/** State of a sign-in form. `base` = absolute base URL; credentials stored for another base URL are ignored. */
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
