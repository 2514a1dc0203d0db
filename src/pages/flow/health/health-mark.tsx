import { CircleX, Info, TriangleAlert } from 'lucide-react'
import type { Finding } from '#contract/flow.ts'
import { countIn } from '#flow/health/findings.ts'

/** Number of findings, in the colour of the worst. */
export function HealthMark({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null
  const all = findings.reduce((sum, { message }) => sum + countIn(message), 0)
  const has = (level: Finding['level']) => findings.some((finding) => finding.level === level)
  const [tone, icon] = has('error')
    ? ['bad', <CircleX key="error" className="xs" />]
    : has('warning')
      ? ['warn', <TriangleAlert key="warning" className="xs" />]
      : ['idle', <Info key="info" className="xs" />]
  return (
    <span className={`status text-xs ${tone}`}>
      {icon}
      {all.toLocaleString()}
    </span>
  )
}
