import { expect, test } from 'vitest'
import { isOtherBuild } from './new-build.ts'

test('only a start page with another first script counts as another build', () => {
  const page = (script: string) => `<!doctype html><script type="module" crossorigin src="${script}"></script>`
  expect(isOtherBuild(page('/assets/index-b.js'), '/assets/index-a.js')).toBe(true)
  expect(isOtherBuild(page('/assets/index-a.js'), '/assets/index-a.js')).toBe(false)
  expect(isOtherBuild('<h1>Bad gateway</h1>', '/assets/index-a.js')).toBe(false)
  expect(isOtherBuild('', '/assets/index-a.js')).toBe(false)
})
