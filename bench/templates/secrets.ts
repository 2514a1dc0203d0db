/** Secrets in flow files: planted ones, texts that look like them, and values removed from a corpus. */
import { canaries } from '#test/support/canaries.ts'
import { lookAlikes } from '#test/support/secret-look-alikes.ts'
import { damageOf, isGone, secretPlaces } from '#test/support/secret-places.ts'
import { redactFlow } from '#flow/secrets/secrets.ts'
import type { FlowParts } from '#flow/leaves.ts'
import type { Corpus } from '#scripts/corpus/flow-corpus.ts'
import type { Report } from '#bench/harness.ts'
import { takenValues } from './taken-values.ts'

/** Prints a line. */
type Tell = (line: string) => void

const redact = (flow: FlowParts): FlowParts => redactFlow(flow).flow

export function measurePlanted(report: Report, tell: Tell): void {
  const shapes = canaries(1)
  let missed = 0
  let damaged = 0
  let taken = 0
  for (const place of secretPlaces) {
    for (const { shape, text, secret } of shapes) {
      if (!isGone(place, text, secret, redact)) {
        missed += 1
        tell(`  missed: ${shape} in ${place.name}`)
      }
      const damage = damageOf(place, text, redact)
      damaged += damage.length
      for (const what of damage) tell(`  damaged: ${shape} in ${place.name}: ${what}`)
    }
    for (const text of lookAlikes) {
      if (redactFlow(place.flowOf(place.before + place.encode(text) + place.after)).redacted.length === 0) continue
      taken += 1
      tell(`  removed, but not a secret: ${text.slice(0, 60)} in ${place.name}`)
    }
  }
  const planted = shapes.length * secretPlaces.length
  report(`planted: ${shapes.length} shapes in ${secretPlaces.length} places`, planted, '', { atLeast: 1200 })
  report('planted secrets missed', missed, '', { atMost: 0 })
  report('texts changed beside a planted secret, or no longer parsed', damaged, '', { atMost: 0 })
  report('look-alikes', lookAlikes.length * secretPlaces.length, '', { atLeast: 1200 })
  report('look-alikes removed', taken, '', { atMost: 0 })
}

export function measureCorpus({ folder, files }: Corpus, report: Report, tell: Tell): void {
  const sum = { values: 0, doubts: 0, left: 0 }
  for (const { file } of files) {
    const { values, left } = takenValues(folder, file)
    sum.values += values.length
    sum.doubts += values.filter(({ doubt }) => doubt !== null).length
    sum.left += left.length
    if (values.length > 0) tell(`\n${file}: ${values.length} removed`)
    for (const { path, before, excerpt, after, reference, doubt } of values)
      tell(
        `  ${path}\n      ${before}‹${excerpt}›${after} → ${reference}${doubt === null ? '' : `  NO SECRET: ${doubt}`}`,
      )
    for (const line of left) tell(`  ${file}: not removed, to be reviewed: ${line}`)
  }
  report('values removed from the files', sum.values, '')
  report('removed values that are not secrets', sum.doubts, '', { atMost: 0 })
  report('random words near a word about secrets, not removed', sum.left, '')
}
