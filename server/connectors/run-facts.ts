/**
 * Facts of runs that a product gives only with all of a run's data: its error and the tokens of its models. Asked for
 * the rows that are shown, filtered by or summed, and kept for runs that have ended.
 */
import { run, type Run, type RunSummary } from '#contract/billing.ts'
import { isRule, type FilterPart } from '#contract/filter/filter.ts'
import { rowValue } from '#contract/rows/row-value.ts'
import { isEnded, isFailed } from '#contract/values/run-status.ts'
import { Fault } from '#server/base/fault.ts'
import type { Known, Question } from './connector.ts'
import { flowFigures } from './flow-runs.ts'
import { inParallel } from './in-parallel.ts'
import type { KeptRows } from './kept-list.ts'
import { listPage, matchingRows, type ListQuestion, type RowPage } from './list-page.ts'
import type { CostFact } from './model-cost.ts'
import { groupNames, summaryOf, summedRuns, type SummedRun } from './run-summary.ts'

/** Runs whose facts are kept: about 300 bytes each. */
const maxKept = 50_000
/** Runs whose facts are read for one answer: each is a request to the product. */
const maxRead = 1_000
/** Requests at the same time. */
const parallel = 6

export interface RunFact extends CostFact {
  error: Run['error']
}

/** Fields that a run has only after its facts were read. */
const factFields = new Set(['cost', 'error_code', 'q'])

/** Names of all fields in filters. */
const namesIn = (parts: readonly FilterPart[]): string[] =>
  parts.flatMap((part) => (isRule(part) ? [part.field.name] : namesIn(part.parts)))

/** Filters without those about facts. */
const withoutFacts = (parts: readonly FilterPart[]): FilterPart[] =>
  parts.filter((part) => !namesIn([part]).some((name) => factFields.has(name)))

/** Names by which a list is ordered. */
const orderNames = ({ ordering }: ListQuestion['query']): string[] =>
  typeof ordering === 'string' ? ordering.split(',').map((name) => name.trim().replace(/^-/, '')) : []

export interface RunFactsOptions<Row> {
  /** Name of the product, in messages. */
  title: string
  currency: string
  now: () => Date
  /** Asks the product for the facts of one run. */
  read: (row: Row) => Promise<RunFact>
  /** Whether a run may have a cost, as far as its row says. Absent = the product records none. */
  mayHaveCost?: (row: SummedRun) => boolean
}

export class RunFacts<Row extends SummedRun> {
  readonly #kept = new Map<string, RunFact>()
  readonly #options: RunFactsOptions<Row>

  constructor(options: RunFactsOptions<Row>) {
    this.#options = options
  }

  /** A run with the facts that are known of it. */
  with(row: Row): Row {
    const fact = this.#kept.get(row.id)
    if (!fact) return row
    const { error, cost } = fact
    return { ...row, error, ...(cost === null ? {} : { ...cost, currency: this.#options.currency }) }
  }

  #withKnown({ rows, isComplete }: KeptRows<Row>): KeptRows<Row> {
    return { rows: rows.map((row) => this.with(row)), isComplete }
  }

  /** Figures of each flow by its runs, of the costs that are known. */
  figures(kept: KeptRows<Row>): ReturnType<typeof flowFigures> {
    const { currency, now } = this.#options
    return flowFigures(this.#withKnown(kept), { currency, now: now(), isCostKnown: (row) => this.#isCostKnown(row) })
  }

  /** The rows of a page with their facts, of which the missing ones are read. */
  async shown(page: RowPage<Row>): Promise<RowPage<Row>> {
    await this.#load(page.results.filter((row) => this.#mayHaveFacts(row)))
    return { ...page, results: page.results.map((row) => this.with(row)) }
  }

  /** One page of the list of runs. Throws 400 for filters that the product cannot answer. */
  async page(kept: KeptRows<Row>, question: ListQuestion): Promise<RowPage<Row>> {
    await this.#loadFor(kept.rows, question)
    return this.shown(listPage(run.list, this.#withKnown(kept), question))
  }

  /** The summary of the runs that match. Throws 400 for filters that the product cannot answer. */
  async summary(
    rows: readonly Row[],
    { query, filter }: Pick<Question<typeof run.summary>, 'query' | 'filter'>,
  ): Promise<Known<RunSummary>> {
    const { currency, now } = this.#options
    const groups = groupNames(query.group_by)
    const options = { filter, groups, zone: query.tz ?? 'UTC', currency, now: now() }
    await this.#loadFor(rows, { query, filter })
    const { matching, earlier } = summedRuns(rows, { ...options, filter: withoutFacts(filter) })
    await this.#load([...matching, ...earlier].filter((row) => this.#mayHaveCost(row)).slice(0, maxRead))
    const known = rows.map((row) => this.with(row))
    return summaryOf(known, { ...options, isCostKnown: (row) => this.#isCostKnown(row) })
  }

  /** False if an ended run may have a cost that is not known: a sum with it would be too small. */
  #isCostKnown(row: SummedRun): boolean {
    return !isEnded(row.status) || (this.#kept.get(row.id)?.isCostKnown ?? !this.#mayHaveCost(row))
  }

  #mayHaveCost(row: SummedRun): boolean {
    return this.#options.mayHaveCost?.(row) ?? false
  }

  /** Whether a run may have an error or a cost that is read apart. */
  #mayHaveFacts(row: SummedRun): boolean {
    return isFailed(row.status) || this.#mayHaveCost(row)
  }

  /** The rows whose facts are not known yet, and do not change any more. */
  #missing(rows: readonly Row[]): Row[] {
    return rows.filter(({ id, status }) => isEnded(status) && !this.#kept.has(id))
  }

  /** Reads the facts of the rows that are not known. A run that cannot be read (it was deleted) has none. */
  async #load(rows: readonly Row[]): Promise<void> {
    await inParallel(this.#missing(rows), parallel, async (row) => {
      const fact = await this.#options.read(row).catch(() => null)
      if (fact !== null) this.#keep(row.id, fact)
    })
  }

  /** Reads the facts by which a list is filtered or ordered. */
  async #loadFor(rows: readonly Row[], { query, filter }: ListQuestion): Promise<void> {
    const names = namesIn(filter)
    const { title } = this.#options
    const absent = names.find((name) => !this.#isRecorded(rows, name))
    if (absent !== undefined)
      throw new Fault('unknown_filter', `${title} does not record this for its runs.`, {
        errors: { [absent]: [`${title} does not record this for its runs.`] },
      })
    if (![...names, ...orderNames(query)].some((name) => factFields.has(name))) return
    const question = { query: { tz: query['tz'] }, filter: withoutFacts(filter) }
    const needed = this.#missing(matchingRows(run.list, rows, question).filter((row) => this.#mayHaveFacts(row)))
    if (needed.length > maxRead)
      throw new Fault(
        'unknown_filter',
        `${title} gives costs and errors only run by run. Choose a flow or a period with at most ${maxRead} runs first.`,
      )
    await this.#load(needed)
  }

  /** Whether any run has a field: if none has, no row would match, which is no fact. */
  #isRecorded(rows: readonly Row[], name: string): boolean {
    if (name === 'cost') return this.#options.mayHaveCost !== undefined
    return (
      factFields.has(name) || rows.length === 0 || rows.some((row) => rowValue('run', row, name, null) !== undefined)
    )
  }

  #keep(id: string, fact: RunFact): void {
    this.#kept.set(id, fact)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest)
  }
}
