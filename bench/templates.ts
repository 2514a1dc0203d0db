/** Flow files of every format: how many are read with exact counts, how many bad ones refused. `--corpus DIR`: of another folder. */
import { resolve } from 'node:path'
import { type Corpus, corpusAt, outcomeOf, ownCorpus } from '#scripts/flow-corpus.ts'
import { bench } from './harness.ts'

/** How many of the files come to what they should; the others are named. */
function countExact(folder: string, files: Corpus['files']): number {
  const wrong = files.flatMap(({ file, expected }) => {
    const outcome = outcomeOf(folder, file)
    return outcome === expected ? [] : [`  ${file}: ${outcome}, not ${expected}`]
  })
  if (wrong.length > 0) console.error(wrong.join('\n'))
  return files.length - wrong.length
}

await bench('templates', (report) => {
  const flag = process.argv.indexOf('--corpus')
  const given = process.argv[flag + 1]
  if (flag !== -1 && given === undefined) throw new Error('--corpus needs a folder.')
  const { folder, files, bad } = corpusAt(flag === -1 || given === undefined ? ownCorpus : resolve(given))
  if (files.length === 0) throw new Error(`There is no SOURCES.tsv in ${folder}, or no line in it.`)
  const began = performance.now()
  const exact = countExact(folder, files)
  const refused = countExact(folder, bad)
  const spent = performance.now() - began
  if (!process.argv.includes('--json')) {
    console.log(`${exact} of ${files.length} files exact`)
    console.log(`${refused} of ${bad.length} bad files refused`)
  }
  report('files exact', exact, '', { atLeast: files.length })
  report('bad files refused', refused, '', { atLeast: bad.length })
  report('all of them', spent, 'ms')
})
