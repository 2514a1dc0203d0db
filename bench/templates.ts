/**
 * Flow files of every format: files read with exact counts, and bad ones refused.
 * `--corpus DIR`: files of another folder. `--secrets`: the values that are removed as secrets, and whether planted
 * secrets are found.
 */
import { resolve } from 'node:path'
import { type Corpus, corpusAt, outcomeOf, ownCorpus } from '#scripts/corpus/flow-corpus.ts'
import { bench, type Report } from './harness.ts'
import { measureCorpus, measurePlanted } from './templates/secrets.ts'

/** Number of files with the expected result; the others are listed. */
function countExact(folder: string, files: Corpus['files']): number {
  const wrong = files.flatMap(({ file, expected }) => {
    const outcome = outcomeOf(folder, file)
    return outcome === expected ? [] : [`  ${file}: ${outcome}, not ${expected}`]
  })
  if (wrong.length > 0) console.error(wrong.join('\n'))
  return files.length - wrong.length
}

function measureFiles({ folder, files, bad }: Corpus, report: Report, tell: (line: string) => void): void {
  const began = performance.now()
  const exact = countExact(folder, files)
  const refused = countExact(folder, bad)
  const spent = performance.now() - began
  tell(`${exact} of ${files.length} files exact`)
  tell(`${refused} of ${bad.length} bad files refused`)
  report('files exact', exact, '', { atLeast: files.length })
  report('bad files refused', refused, '', { atLeast: bad.length })
  report('time for all files', spent, 'ms')
}

await bench('templates', (report) => {
  const flag = process.argv.indexOf('--corpus')
  const given = process.argv[flag + 1]
  if (flag !== -1 && given === undefined) throw new Error('--corpus needs a folder.')
  const corpus = corpusAt(flag === -1 || given === undefined ? ownCorpus : resolve(given))
  if (corpus.files.length === 0) throw new Error(`${corpus.folder} has no SOURCES.tsv, or an empty one.`)
  const tell = (line: string): void => {
    if (!process.argv.includes('--json')) console.log(line)
  }
  if (!process.argv.includes('--secrets')) {
    measureFiles(corpus, report, tell)
    return
  }
  measureCorpus(corpus, report, tell)
  measurePlanted(report, tell)
})
