import { expect, test } from 'vitest'
import { makeLog } from './log.ts'

function written(level: 'info' | 'warn', pretty: boolean): { lines: string[]; log: ReturnType<typeof makeLog> } {
  const lines: string[] = []
  return { lines, log: makeLog(level, pretty, (text) => void lines.push(text)) }
}

test('one JSON object is written per line, at the configured level and above', () => {
  const { lines, log } = written('warn', false)
  log.info('not this')
  log.warn('this', { request_id: 'r' })
  log.flush()
  expect(JSON.parse(lines.join(''))).toMatchObject({ level: 'warn', message: 'this', request_id: 'r' })
})

test.each([true, false])('values of a failed statement are not written (pretty: %s)', (pretty) => {
  const { lines, log } = written('info', pretty)
  const error = new Error('Failed query: insert into t values ($1)\nparams: my secret\n    at my secret', {
    cause: new Error('why'),
  })
  log.error('request failed', { error })
  expect(lines.join('')).toContain('Failed query: insert into t values ($1)')
  expect(lines.join('')).toContain('why')
  expect(lines.join('')).not.toContain('my secret')
})
