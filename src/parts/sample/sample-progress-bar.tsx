import type { SampleProgress } from '#contract/sample.ts'
import { count, formatCount } from '#lib/count.ts'
import { useAddSample } from './use-add-sample.ts'

const stageWords: Record<SampleProgress['stage'], string> = {
  conversations: 'conversation',
  runs: 'run',
  totals: 'Totals and flows',
}

/** "1,200 of 20,000 runs" */
function progressWords({ stage, done, total }: SampleProgress): string {
  return stage === 'totals' ? stageWords.totals : `${formatCount(done)} of ${count(total, stageWords[stage])}`
}

/** The bar while the sample workspace is being added, on pages from which it is not started; else empty. */
export function AddingSample() {
  const { isAdding, progress } = useAddSample()
  if (!isAdding) return null
  return (
    <div className="grid max-w-[600px] gap-1.5 px-5 pt-5">
      <b>Adding sample data</b>
      <SampleProgressBar progress={progress} />
    </div>
  )
}

/** What is being added to the sample workspace. Null = not known yet. */
export function SampleProgressBar({ progress }: { progress: SampleProgress | null }) {
  const percent = progress?.percent ?? 0
  const words = progress === null ? 'Starting' : progressWords(progress)
  return (
    <div className="grid w-full gap-1.5 text-left">
      <div
        role="progressbar"
        aria-label="Adding sample data"
        aria-valuenow={percent}
        aria-valuetext={`${percent}%, ${words}`}
        className="h-1.5 overflow-hidden rounded-[3px] bg-line"
      >
        <div className="h-full bg-accent" style={{ width: `${percent}%` }} />
      </div>
      <p className="flex justify-between gap-3 text-xs text-text-2">
        <span>{words}</span>
        <span>{percent}%</span>
      </p>
      <p className="text-xs text-text-2">You can leave this page. It continues on the service.</p>
    </div>
  )
}
