/**
 * Flow files of every format: files read with exact counts, and bad ones refused.
 * `--corpus DIR`: files of another folder. `--secrets`: the values that are removed as secrets, and whether planted
 * secrets are found.
 */
import { resolve } from 'node:path'
import { type Corpus, corpusAt, outcomeOf, repoCorpus } from '#scripts/corpus/flow-corpus.ts'
import { bench, type Report } from './harness.ts'
import { measureCorpus, measurePlantedSecrets } from './templates/secrets.ts'

/** Number of files with the expected result; the others are listed. */
function countExact(folder: string, files: Corpus['files']): number {
  const mismatches = files.flatMap(({ file, expected }) => {
    const outcome = outcomeOf(folder, file)
    return outcome === expected ? [] : [`  ${file}: ${outcome}, not ${expected}`]
  })
  if (mismatches.length > 0) console.error(mismatches.join('\n'))
  return files.length - mismatches.length
}

function measureFiles({ folder, files, bad }: Corpus, report: Report, print: (line: string) => void): void {
  const startedAt = performance.now()
  const exactCount = countExact(folder, files)
  const rejectedCount = countExact(folder, bad)
  const durationMs = performance.now() - startedAt
  print(`${exactCount} of ${files.length} files exact`)
  print(`${rejectedCount} of ${bad.length} bad files refused`)
  report('files exact', exactCount, '', { atLeast: files.length })
  report('bad files refused', rejectedCount, '', { atLeast: bad.length })
  report('time for all files', durationMs, 'ms')
}

await bench('templates', (report) => {
  const flag = process.argv.indexOf('--corpus')
  const given = process.argv[flag + 1]
  if (flag !== -1 && given === undefined) throw new Error('--corpus needs a folder.')
  const corpus = corpusAt(flag === -1 || given === undefined ? repoCorpus : resolve(given))
  if (corpus.files.length === 0) throw new Error(`${corpus.folder} has no SOURCES.tsv, or an empty one.`)
  const print = (line: string): void => {
    if (!process.argv.includes('--json')) console.log(line)
  }
  if (!process.argv.includes('--secrets')) {
    measureFiles(corpus, report, print)
    return
  }
  measureCorpus(corpus, report, print)
  measurePlantedSecrets(report, print)
})
