import { FlaskConical, RadioTower, Upload } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useExtension, useLacks, useMe, useProduct, useWriteReason } from '#api/query/me.ts'
import { paths, settingsPath } from '#ui/paths.ts'
import { SampleProgressBar } from '#parts/sample/sample-progress-bar.tsx'
import { useAddSample } from '#parts/sample/use-add-sample.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { GettingStartedList, type GettingStarted } from './getting-started.tsx'

/** The start page of an account without flows: how to get the first one. The list of steps has the others. */
export function TodayEmpty({ gettingStarted }: { gettingStarted: GettingStarted | null }) {
  const { isAdding, progress } = useAddSample()
  const navigate = useNavigate()
  const hasSample = useExtension('sample')
  const canConnect = useExtension('channel_edit')
  const isOwner = useMe()?.role === 'owner'
  const isReadOnly = useWriteReason() !== null
  const product = useProduct()
  const canImport = !useLacks('flow.import')
  const ways = [
    ...(canImport
      ? [
          {
            icon: <Upload />,
            title: 'Import flows',
            words: `Files of ${product === null ? 'this and of other products' : product.title}, with a review before anything is sent.`,
            onChoose: () => void navigate(paths.import),
          },
        ]
      : []),
    ...(canConnect && gettingStarted === null
      ? [
          {
            icon: <RadioTower />,
            title: 'Connect a channel',
            words: 'A web chat only needs a name.',
            onChoose: () => void navigate(`${paths.channels}?new=`),
          },
        ]
      : []),
    ...(hasSample && isOwner && !isAdding
      ? [
          {
            icon: <FlaskConical />,
            title: 'Add sample data',
            words: 'About 30 flows with runs and conversations. Can be removed in one click.',
            onChoose: () => void navigate(settingsPath('data')),
          },
        ]
      : []),
  ]
  return (
    <div className="flex flex-1 flex-col overflow-auto">
      <EmptyState
        title={product === null ? 'Nothing runs here yet' : `${product.title} has no flows yet`}
        words={`Once flows run, this page says what needs attention${product === null ? ', what was spent' : ''} and what changed.`}
        actions={isReadOnly ? [] : ways}
      />
      <div className="mx-auto grid w-full max-w-[608px] gap-4 px-6 pb-10">
        {isAdding && <SampleProgressBar progress={progress} />}
        {gettingStarted !== null && <GettingStartedList {...gettingStarted} />}
      </div>
    </div>
  )
}
