import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeNode } from '#flow/draft.ts'
import { layOutSync } from '#test/support/lay-out-sync.ts'
import { hitEdge } from './edge-lines.ts'
import { sceneOf } from './scene-of.ts'

const nodes = [makeNode({ id: 'a', type: 'api', name: 'a', position: { x: 0, y: 0 } })]
const scene = sceneOf(layOutSync({ nodes, edges: [], validation: [] }, 'given'))
const point = fc.record({ x: fc.integer({ min: -80, max: 80 }), y: fc.integer({ min: -80, max: 80 }) })

test('an edge is hit if one of its segments is within reach', () => {
  const turns = fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 })), {
    minLength: 2,
    maxLength: 5,
  })
  fc.assert(
    fc.property(fc.array(turns, { maxLength: 6 }), point, fc.integer({ min: 1, max: 12 }), (lines, at, reach) => {
      const points = Float32Array.from(lines.flat(2))
      const lineStarts = Uint32Array.from([0, ...lines.map((_line, index) => lines.slice(0, index + 1).flat().length)])
      const ends = new Uint32Array(lines.length)
      // Samples each segment in steps of a thousandth.
      const distances = lines.map((line) => {
        let least = Infinity
        for (let piece = 0; piece + 1 < line.length; piece += 1) {
          const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = [line[piece], line[piece + 1]]
          for (let part = 0; part <= 1000; part += 1) {
            const [x, y] = [ax + ((bx - ax) * part) / 1000, ay + ((by - ay) * part) / 1000]
            least = Math.min(least, Math.hypot(x - at.x, y - at.y))
          }
        }
        return least
      })
      const found = hitEdge({ ...scene, points, lineStarts, from: ends, to: ends }, at, reach, 1)
      const nearest = Math.min(...distances)
      if (found === -1) expect(nearest).toBeGreaterThan(reach - 0.2)
      else expect(distances[found] ?? Infinity).toBeLessThan(Math.min(nearest, reach) + 0.2)
    }),
    { numRuns: 60 },
  )
})
