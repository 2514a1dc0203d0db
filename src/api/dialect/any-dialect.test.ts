/** Every dialect is converted to the same values; an omitted field is absent, never another value. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAbsent } from '#lib/absent.ts'
import { dialects, droppedOf, writeEdges, writeNodes, writeRow, type Dialect } from '#test/dialects/dialect.ts'
import { pagedOf, writeList, writeObject } from '#test/dialects/envelope.ts'
import { asContract, balance, flowHead, graph, rows, type Facts } from '#test/dialects/facts.ts'
import { readList } from './read-list.ts'
import { readObject } from './read-object.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
/** Value of each flag when the service does not give it. */
const flags: Record<string, boolean> = { enabled: true, sample: false, is_test: false, can_reply: false }

/** Whether a value is absent or empty, at any depth. */
const isEmptyValue = (value: unknown): boolean =>
  isAbsent(value) ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && value !== null && Object.values(value).every(isEmptyValue))

/** Counted from the nodes and edges if the service gives no number. */
const counted = new Set(['node_count', 'edge_count'])

function checkFacts(
  read: object | null,
  fields: Facts,
  dialect: Dialect,
  derived: ReadonlySet<string> = new Set(),
): void {
  const actual = new Map(Object.entries(read ?? {}))
  const dropped = new Set(droppedOf(fields, dialect))
  for (const [field, fact] of Object.entries(fields)) {
    if (!dropped.has(field)) expect([field, actual.get(field)]).toEqual([field, asContract(fact)])
    else if (derived.has(field)) continue
    else if (field in flags) expect([field, actual.get(field)]).toEqual([field, flags[field]])
    else expect([field, actual.get(field), isEmptyValue(actual.get(field))]).toEqual([field, actual.get(field), true])
  }
}

/** @param cases number of random cases per test */
function checkDialects(cases: number): void {
  test.each(Object.keys(rows))('lists of %s are read from any dialect', (noun) => {
    const row = rows[noun] ?? fc.constant({})
    fc.assert(
      fc.property(fc.array(row, { maxLength: 3 }), fc.nat(5), dialects, (all, others, dialect) => {
        const total = all.length + others
        const { figures, next } = pagedOf(all.length, total, dialect)
        const raws = all.map((fields) => writeRow(fields, noun, dialect))
        const read = readList(noun, JSON.parse(JSON.stringify(writeList(raws, noun, { total, ...figures }, dialect))), {
          now,
        })
        expect(read.rows).toHaveLength(all.length)
        for (const [index, fields] of all.entries()) checkFacts(read.rows[index] ?? null, fields, dialect)
        const isTold = dialect.envelope !== 'bare'
        expect([read.total, read.paging.next]).toEqual(isTold ? [total, next] : [null, null])
        for (const [index, one] of read.rows.entries())
          expect(one['$raw'] ?? one).toEqual(JSON.parse(JSON.stringify(raws[index])))
      }),
      { numRuns: cases },
    )
  })

  test('balances are read from any dialect', () => {
    fc.assert(
      fc.property(balance, dialects, (fields, dialect) => {
        const json = writeObject(writeRow(fields, 'balance', dialect), 'balance', dialect)
        checkFacts(readObject('balance', JSON.parse(JSON.stringify(json)), { now }).object, fields, dialect)
      }),
      { numRuns: cases },
    )
  })

  const byId = (list: unknown): unknown[] =>
    (Array.isArray(list) ? list : []).toSorted((a, b) => Number(a.id) - Number(b.id))

  test('flows with their nodes and edges are read from any dialect', () => {
    fc.assert(
      fc.property(flowHead, graph, dialects, (fields, { nodes, edges }, dialect) => {
        const head = writeRow(fields, 'flow', dialect)
        const flow = { ...head, nodes: writeNodes(nodes, dialect), edges: writeEdges(edges, dialect) }
        const { object } = readObject('flowDetail', JSON.parse(JSON.stringify(writeObject(flow, 'flow', dialect))), {
          now,
        })
        checkFacts(object, fields, dialect, counted)
        expect(byId(object?.['nodes'])).toMatchObject(
          byId(nodes).length === 0
            ? []
            : nodes
                .toSorted((a, b) => a.id - b.id)
                .map(({ id, type, name, place, disabled, config }) => ({
                  id: String(id),
                  type,
                  name,
                  position: place,
                  disabled,
                  config,
                  zz_colour: 'red',
                })),
        )
        expect(byId(object?.['edges'])).toMatchObject(
          edges
            .toSorted((a, b) => a.id - b.id)
            .map(({ id, from, to, handle, label }) => ({
              id: String(id),
              source: String(from),
              target: String(to),
              source_handle: handle,
              label,
            })),
        )
      }),
      { numRuns: cases },
    )
  })
}

describe('60 cases per test', () => {
  checkDialects(60)
})

describe('500 cases per test, 3,500 in all', { tags: 'all' }, () => {
  checkDialects(500)
})
