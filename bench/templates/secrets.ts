/** Secrets in flow files: planted ones, texts that look like them, and values removed from a corpus. */
import { canaries } from '#test/support/canaries.ts'
import { lookAlikes } from '#test/support/secret-look-alikes.ts'
import { damageOf, isSecretRemoved, secretPlaces } from '#test/support/secret-places.ts'
import { redactFlow } from '#flow/secrets/secrets.ts'
import type { FlowParts } from '#flow/leaves.ts'
import type { Corpus } from '#scripts/corpus/flow-corpus.ts'
import type { Report } from '#bench/harness.ts'
import { removedValues } from './taken-values.ts'

/** Prints a line. */
type Print = (line: string) => void

const redact = (flow: FlowParts): FlowParts => redactFlow(flow).flow

export function measurePlantedSecrets(report: Report, print: Print): void {
  const shapes = canaries(1)
  let missedCount = 0
  let damaged = 0
  let falsePositives = 0
  for (const position of secretPlaces) {
    for (const { shape, text, secret } of shapes) {
      if (!isSecretRemoved(position, text, secret, redact)) {
        missedCount += 1
        print(`  missed: ${shape} in ${position.name}`)
      }
      const damage = damageOf(position, text, redact)
      damaged += damage.length
      for (const what of damage) print(`  damaged: ${shape} in ${position.name}: ${what}`)
    }
    for (const text of lookAlikes) {
      if (redactFlow(position.flowOf(position.before + position.encode(text) + position.after)).redacted.length === 0)
        continue
      falsePositives += 1
      print(`  removed, but not a secret: ${text.slice(0, 60)} in ${position.name}`)
    }
  }
  const planted = shapes.length * secretPlaces.length
  report(`planted: ${shapes.length} shapes in ${secretPlaces.length} places`, planted, '', { atLeast: 1200 })
  report('planted secrets missed', missedCount, '', { atMost: 0 })
  report('texts changed beside a planted secret, or no longer parsed', damaged, '', { atMost: 0 })
  report('look-alikes', lookAlikes.length * secretPlaces.length, '', { atLeast: 1200 })
  report('look-alikes removed', falsePositives, '', { atMost: 0 })
}

export function measureCorpus({ folder, files }: Corpus, report: Report, print: Print): void {
  const sum = { values: 0, doubts: 0, left: 0 }
  for (const { file } of files) {
    const { values, left } = removedValues(folder, file)
    sum.values += values.length
    sum.doubts += values.filter(({ falsePositiveReason }) => falsePositiveReason !== null).length
    sum.left += left.length
    if (values.length > 0) print(`\n${file}: ${values.length} removed`)
    for (const { path, before, excerpt, after, reference, falsePositiveReason } of values)
      print(
        `  ${path}\n      ${before}‹${excerpt}›${after} → ${reference}${falsePositiveReason === null ? '' : `  NO SECRET: ${falsePositiveReason}`}`,
      )
    for (const line of left) print(`  ${file}: not removed, to be reviewed: ${line}`)
  }
  report('values removed from the files', sum.values, '')
  report('removed values that are not secrets', sum.doubts, '', { atMost: 0 })
  report('random words near a word about secrets, not removed', sum.left, '')
}
