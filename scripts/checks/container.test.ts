/** The container files, checked without Docker: against the repo, the settings and the build. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadConfigFromFile } from 'vite'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '../..')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

interface Instruction {
  word: string
  rest: string
}

/** Instructions of a Dockerfile in order, with continued lines joined and without comments. */
const instructionsOf = (text: string): Instruction[] =>
  text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ word: line.split(' ', 1)[0] ?? '', rest: line.slice(line.indexOf(' ') + 1).trim() }))

const instructions = instructionsOf(textOf('Dockerfile'))
const lastStage = instructions.slice(instructions.findLastIndex(({ word }) => word === 'FROM'))

/** Values of an instruction in the last stage. */
const valuesOf = (word: string): string[] => lastStage.filter((one) => one.word === word).map(({ rest }) => rest)

/** Sources of COPY; `stage` = those of `--from=stage`, null = those of the repo. */
const copiedFrom = (stage: string | null): string[] =>
  instructions
    .filter(({ word }) => word === 'COPY')
    .map(({ rest }) => rest.split(' '))
    .filter((words) => (words.find((one) => one.startsWith('--from='))?.slice('--from='.length) ?? null) === stage)
    .flatMap((words) => words.filter((one) => !one.startsWith('--')).slice(0, -1))

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      build: z.string().optional(),
      image: z.string(),
      environment: z.record(z.string(), z.string()),
      stop_grace_period: z.string().optional(),
    }),
  ),
})
const { services } = Compose.parse(parse(textOf('compose.yaml'), { merge: true }))
const builtServices = Object.entries(services).filter(([, { build }]) => build !== undefined)

/** Names of all settings: the keys of one object. */
const settingNames = new Set(
  [...textOf('server/base/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map((one) => one[1]),
)

test('every path that the image copies exists and is in the build context', () => {
  const ignored = textOf('.dockerignore').split('\n')
  const paths = copiedFrom(null)
  expect(paths).toContain('server')
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(paths.filter((path) => !ignored.includes(`!${path}`))).toEqual([])
})

test('everything in the build context is copied', () => {
  const includedPaths = textOf('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  expect(includedPaths.filter((path) => !copiedFrom(null).includes(path))).toEqual([])
})

test('the build creates the files that the last stage copies and starts', async () => {
  const production = { command: 'build', mode: 'production' } as const
  const loaded = await loadConfigFromFile(production, join(root, 'vite.server.config.ts'))
  const build = loaded?.config.build
  const output = build?.outDir ?? ''
  expect(copiedFrom('build')).toContain(`/app/${output}`)
  const entries = z.record(z.string(), z.string()).parse(build?.rolldownOptions?.input)
  const command = z.array(z.string()).parse(JSON.parse(valuesOf('CMD').at(-1) ?? ''))
  const made = Object.keys(entries).map((name) => `${output}/${name}.mjs`)
  expect(command[0]).toBe('node')
  expect(made).toContain(command.at(-1))
  expect(textOf('scripts/start.mjs')).toContain(`'${command.at(-1)}'`)
})

test('the image does not run as root', () => {
  expect(valuesOf('USER')).toEqual(['node'])
  const user = lastStage.findIndex(({ word }) => word === 'USER')
  expect(lastStage.slice(user).map(({ word }) => word)).not.toContain('RUN')
})

test('the image sets only settings and the environment of npm start', () => {
  const names = valuesOf('ENV').flatMap((text) => [...text.matchAll(/(\w+)=/g)].map((one) => one[1] ?? ''))
  expect(names).toContain('DATA_DIR')
  expect(names.filter((name) => !settingNames.has(name))).toEqual(['NODE_ENV', 'MALLOC_ARENA_MAX'])
})

test('the health check runs without a shell and requests both health endpoints', () => {
  const [text = ''] = valuesOf('HEALTHCHECK')
  const command = z.array(z.string()).parse(JSON.parse(text.slice(text.indexOf('CMD ') + 4)))
  expect(command[0]).toBe('node')
  expect(command.at(-1)).toContain("'/health/live'")
  expect(command.at(-1)).toContain("'/api'")
})

test('each variable of compose.yaml is a setting of the service', () => {
  expect(settingNames).toContain('DATABASE_URL')
  expect(builtServices.map(([name]) => name)).toEqual(['service', 'console'])
  for (const [, { environment }] of builtServices)
    expect(Object.keys(environment).filter((name) => !settingNames.has(name))).toEqual([])
})

test('the grace period of a container is longer than an orderly shutdown takes', () => {
  for (const [, { stop_grace_period: grace }] of builtServices)
    expect(Number.parseInt(grace ?? '', 10)).toBeGreaterThan(25)
})

test('comments and continued lines of a Dockerfile are parsed', () => {
  expect(instructionsOf('# a\nENV A=1 \\\n    B=2\n\nUSER x\n')).toEqual([
    { word: 'ENV', rest: 'A=1 B=2' },
    { word: 'USER', rest: 'x' },
  ])
})
