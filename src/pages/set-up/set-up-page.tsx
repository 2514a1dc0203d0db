import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { q } from '#api/query/query.ts'
import { setup } from '#contract/account.ts'
import { EntryLayout } from '#shell/session/entry-layout.tsx'
import { paths } from '#ui/paths.ts'
import { Button } from '#ui/controls/button.tsx'
import { codeIn } from './code-in.ts'
import { OwnerStep } from './owner-step.tsx'
import { SampleStep } from './sample-step.tsx'
import { Steps } from './steps.tsx'

/** Setup of the first account: its owner, and an optional sample workspace. */
export function SetUpPage() {
  const navigate = useNavigate()
  const { search, hash } = useLocation()
  const [step, setStep] = useState<'owner' | 'sample' | 'done'>('owner')
  const [code, setCode] = useState('')
  const codeInUrl = codeIn(search, hash)
  // Also if a URL with the code is pasted into the open page.
  if (codeInUrl !== '' && codeInUrl !== code) setCode(codeInUrl)
  const account = useQuery({ ...q(setup.read, {}), retry: false })

  // The code is a secret: it is removed from the URL and the history.
  useEffect(() => {
    if (search !== '' || hash !== '') void navigate(paths.setUp, { replace: true })
  }, [search, hash, navigate])

  if (step === 'owner' && account.data?.needed === false) return <Navigate to={paths.signIn} replace />
  const version = account.data?.service.version
  if (step === 'owner')
    return <OwnerStep version={version} code={code} onCode={setCode} onDone={() => setStep('sample')} />
  if (step === 'sample') return <SampleStep version={version} onDone={() => setStep('done')} />
  return (
    <EntryLayout
      title="Setup complete"
      subtitle="Today shows what needs attention, and the next steps."
      steps={<Steps at="done" />}
      version={version}
      onSubmit={() => void navigate(paths.home, { replace: true })}
    >
      <Button variant="primary" size="md" type="submit">
        Go to Today
      </Button>
    </EntryLayout>
  )
}
