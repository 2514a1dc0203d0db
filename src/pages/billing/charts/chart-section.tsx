import { ChartBar, ChartColumn, Table2 } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Segments } from '#ui/controls/segments.tsx'
import { Delayed } from '#ui/feedback/skeleton.tsx'
import type { ChartForm } from '#pages/billing/billing-view.ts'
import type { CostGroup } from './group-costs.ts'

/** A chart with its header, or the table of the same figures. */
export function ChartSection({
  title,
  isHorizontal = false,
  legend,
  form,
  onForm,
  children,
}: {
  title: string
  /** The bars are horizontal. */
  isHorizontal?: boolean
  legend?: ReactNode
  form: ChartForm
  onForm: (form: ChartForm) => void
  children: ReactNode
}) {
  const id = useId()
  const options = [
    { value: 'chart', label: 'Chart', icon: isHorizontal ? <ChartBar /> : <ChartColumn /> },
    { value: 'table', label: 'Table', icon: <Table2 /> },
  ] as const
  return (
    <section className="money-chart" aria-labelledby={id}>
      <header>
        <h2 id={id} className="whitespace-nowrap">
          {title}
        </h2>
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">{legend}</span>
        <Segments label={`Show ${title.toLowerCase()} as`} value={form} options={options} iconOnly onValue={onForm} />
      </header>
      {children}
    </section>
  )
}

/** Placeholder for a chart until its data are loaded. */
export const ChartSkeleton = () => (
  <div className="h-[172px]">
    <Delayed>
      <output className="grid gap-5 pt-3" aria-label="Loading">
        {['w-[80%]', 'w-[56%]', 'w-[64%]', 'w-[40%]'].map((width) => (
          <span key={width} className={`skeleton ${width}`} />
        ))}
      </output>
    </Delayed>
  </div>
)

/** Placeholder for all charts. */
export const ChartsSkeleton = ({ groups }: { groups: readonly CostGroup[] }) => (
  <div className="money-charts">
    {['day', ...groups].map((name, index) => (
      <section key={name} className={`money-chart ${index > 0 ? 'max-sm:hidden' : ''}`}>
        <header>
          <h2>Cost by {name}</h2>
        </header>
        <ChartSkeleton />
      </section>
    ))}
  </div>
)
