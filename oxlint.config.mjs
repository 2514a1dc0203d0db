/**
 * The linter's rules. Those for imports between rooms are generated from the table of rooms (scripts/rooms.mjs). A
 * misspelled rule has no effect, so scripts/checks/lint.test.ts breaks each rule once.
 */
import { importName, reactFlowRooms, reactRooms, rooms, serverRooms, workerRooms } from './scripts/rooms.mjs'

const noParent = { regex: '^\\.\\./', message: 'Import #room/file.ts: paths with ../ are not allowed.' }
const react = 'react|react-dom|react-router|@tanstack|@base-ui'
const noReact = { regex: `^(${react}|lucide-react)(/|$)`, message: 'Only src/ uses React.' }
/** The icons in lucide-react/icons are data that workers draw too. */
const noReactInWorker = {
  regex: `^((${react})(/|$)|lucide-react$)`,
  message: 'Code that runs in a worker must not use React.',
}
const noDeepSource = { regex: '^#src/.+/', message: '#src/ is only for files directly in src.' }
const noReactFlow = { regex: '^@xyflow/', message: 'Only React rooms of src/canvas use @xyflow/react.' }
const noService = {
  regex: '^(hono|@hono|drizzle-orm|pg|better-auth|@better-auth|@electric-sql)(/|$)',
  message: 'Only server/ uses the packages of the service.',
}

/** @param {readonly object[]} patterns */
const restrict = (patterns) => ({ 'no-restricted-imports': ['error', { patterns }] })

const tests = '**/*.test.{ts,tsx}'

/** Folders outside of the ladder: product code must not import them; tests may import `#test`. */
const outside = ['#src', '#test', '#scripts', '#bench', '#e2e']

/** @param {import('./scripts/rooms.mjs').Room} room @param {boolean} isTest */
function ladderOf({ room, below }, isTest) {
  const above = rooms.map((other) => other.room).filter((other) => other !== room && !below.includes(other))
  const refused = [...above.map(importName), ...outside.filter((name) => !(isTest && name === '#test'))]
  return restrict([
    noParent,
    {
      regex: `^(${refused.join('|')})/`,
      message: `The ladder (scripts/rooms.mjs): ${room} may import ${below.length > 0 ? below.join(', ') : 'no other room'}.`,
    },
    ...(reactRooms.has(room) ? [] : [workerRooms.has(room) ? noReactInWorker : noReact]),
    ...(reactFlowRooms.has(room) ? [] : [noReactFlow]),
    ...(serverRooms.has(room) ? [] : [noService]),
  ])
}

/** Tests are next to the code that they test, and may import `#test`. */
const ladder = rooms.flatMap((one) => [
  { files: [`${one.room}/**`], excludeFiles: [tests], rules: ladderOf(one, false) },
  { files: [`${one.room}/${tests}`], rules: ladderOf(one, true) },
])

export default {
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  env: { builtin: true, es2024: true },
  ignorePatterns: [
    'dist/**',
    'data/**',
    'node_modules/**',
    'coverage/**',
    'server/store/migrations/**',
    'test/fixtures/**',
  ],
  rules: {
    // Types come from a schema or a guard, never from an assertion.
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
    'typescript/ban-ts-comment': [
      'error',
      { 'ts-expect-error': 'allow-with-description', minimumDescriptionLength: 10 },
    ],
    'typescript/consistent-type-imports': [
      'error',
      { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
    ],
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/only-throw-error': 'error',
    'typescript/return-await': ['error', 'in-try-catch'],
    'typescript/no-require-imports': 'error',
    'typescript/no-namespace': 'error',
    'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    'max-lines-per-function': ['error', { max: 80, skipBlankLines: false, skipComments: false }],
    'max-params': ['error', { max: 5 }],
    'max-depth': ['error', { max: 4 }],
    complexity: ['error', { max: 16 }],
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-console': 'error',
    'no-empty': ['error', { allowEmptyCatch: false }],
    'no-var': 'error',
    'prefer-const': 'error',
    'no-param-reassign': 'error',
    'no-else-return': 'error',
    'no-new-func': 'error',
    'no-throw-literal': 'error',
    'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'] }],
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/no-duplicates': 'error',
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'unicorn/prefer-node-protocol': 'error',
    'unicorn/no-abusive-eslint-disable': 'error',
    'react/hooks': 'error',
    'react/exhaustive-deps': 'error',
    'react/button-has-type': 'error',
    'react/no-danger': 'error',
    'react/jsx-no-target-blank': 'error',
    'jsx-a11y/anchor-ambiguous-text': 'error',
    'import/no-unassigned-import': ['error', { allow: ['**/*.css', '@fontsource*/**'] }],

    // The new JSX transform needs no React in scope.
    'react/react-in-jsx-scope': 'off',
    // Sequential awaits are usually intended: one session, file or retry at a time. Concurrent work uses Promise.all.
    'no-await-in-loop': 'off',
    // We write async functions; no-floating-promises finds the promises that are not awaited.
    'promise/always-return': 'off',
    // fast-check is meant to be used as `fc.assert(fc.property(…))`.
    'import/no-named-as-default-member': 'off',
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'fc.assert', 'expect*', 'check*'] }],
    // Reports the same as consistent-type-assertions.
    'typescript/no-unsafe-type-assertion': 'off',
    // Mistakes Omit<> of a generic for the empty object.
    'typescript/no-generated-empty-object-type': 'off',
    // A helper is defined where it is used, even inside the only function that uses it.
    'unicorn/consistent-function-scoping': 'off',
    // Meant for window.postMessage; ours go to workers, which have no origin.
    'unicorn/require-post-message-target-origin': 'off',
    // An effect without cleanup returns nothing; the compiler checks all other functions.
    'typescript/consistent-return': 'off',
    // <output>, <fieldset> and <dialog> mean more than role="status", "group" and "dialog" do.
    'jsx-a11y/prefer-tag-over-role': 'off',
    // [...text] splits a text into its characters.
    'typescript/no-misused-spread': ['error', { allow: [{ from: 'lib', name: 'string' }, 'string'] }],
    // Rows are copied so that the objects of callers do not change.
    'oxc/no-map-spread': 'off',
    // `_` marks unused names that a signature requires.
    'no-underscore-dangle': 'off',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' }],

    // Files outside of the rooms (e2e, bench, test, scripts) may import any room, but only by its import name.
    ...restrict([noParent]),
  },
  overrides: [
    // A folder that is missing in the table is not a room, and may not import rooms.
    {
      files: ['{lib,contract,flow,server,src}/**'],
      rules: restrict([noParent, { regex: '^#', message: 'Name this folder in scripts/rooms.mjs.' }]),
    },
    ...ladder,
    // The files directly in src put the rooms together.
    {
      files: ['src/*.{ts,tsx}'],
      rules: restrict([
        noParent,
        noService,
        noReactFlow,
        noDeepSource,
        { regex: '^#(server|scripts|test)/', message: 'The console must not import this.' },
      ]),
    },
    // Only src/api talks to the network; code that runs in a browser has no Node modules.
    {
      files: ['{lib,contract,flow,src}/**'],
      excludeFiles: ['src/api/**'],
      rules: {
        'no-restricted-globals': [
          'error',
          { name: 'fetch', message: 'Only src/api talks to the network.' },
          { name: 'EventSource', message: 'Only src/api talks to the network.' },
          { name: 'XMLHttpRequest', message: 'Only src/api talks to the network.' },
          { name: 'WebSocket', message: 'Only src/api talks to the network.' },
        ],
        'no-restricted-properties': [
          'error',
          { object: 'window', property: 'fetch', message: 'Only src/api talks to the network.' },
          { object: 'window', property: 'EventSource', message: 'Only src/api talks to the network.' },
          { object: 'window', property: 'XMLHttpRequest', message: 'Only src/api talks to the network.' },
          { object: 'window', property: 'WebSocket', message: 'Only src/api talks to the network.' },
          { object: 'globalThis', property: 'fetch', message: 'Only src/api talks to the network.' },
          { object: 'globalThis', property: 'EventSource', message: 'Only src/api talks to the network.' },
          { object: 'globalThis', property: 'XMLHttpRequest', message: 'Only src/api talks to the network.' },
          { object: 'globalThis', property: 'WebSocket', message: 'Only src/api talks to the network.' },
          { object: 'self', property: 'fetch', message: 'Only src/api talks to the network.' },
          { object: 'self', property: 'EventSource', message: 'Only src/api talks to the network.' },
          { object: 'self', property: 'XMLHttpRequest', message: 'Only src/api talks to the network.' },
          { object: 'self', property: 'WebSocket', message: 'Only src/api talks to the network.' },
          { object: 'navigator', property: 'sendBeacon', message: 'Only src/api talks to the network.' },
        ],
      },
    },
    {
      files: ['{lib,contract,flow,src}/**'],
      excludeFiles: ['**/*.test.{ts,tsx}'],
      rules: { 'import/no-nodejs-modules': 'error' },
    },
    // Only these files may assert types: they tie a generic to a value that proves it, which TypeScript cannot check.
    {
      files: [
        'contract/kernel/endpoint.ts',
        'server/boot/mount.ts',
        'server/protocol/handler.ts',
        'server/store/db/scope.ts',
        'src/api/request/read-bytes.ts',
        'src/api/request/read-flow-bytes.ts',
        'src/api/query/query.ts',
      ],
      rules: { 'typescript/consistent-type-assertions': 'off' },
    },
    // JSX is long without being complex.
    {
      files: ['src/**/*.tsx'],
      rules: { 'max-lines-per-function': ['error', { max: 120 }], complexity: ['error', { max: 20 }] },
    },
    // Every value of a typed array is read with `?? 0`, which the rule counts as a branch.
    { files: ['flow/layered/**'], rules: { complexity: ['error', { max: 32 }] } },
    // Tests are read from top to bottom: a long one is not difficult.
    {
      files: ['**/*.test.{ts,tsx}', 'e2e/**', 'bench/**', 'test/**'],
      rules: {
        'max-lines-per-function': 'off',
        complexity: 'off',
        'vitest/no-conditional-expect': 'off',
      },
    },
    // Playwright tests look like Vitest tests, but these rules do not apply to them.
    {
      files: ['e2e/**'],
      rules: { 'vitest/expect-expect': 'off', 'vitest/no-standalone-expect': 'off', 'vitest/valid-title': 'off' },
    },
    // Command-line programs print to the console; tools require a default export of their configuration files.
    { files: ['scripts/**', 'bench/**', 'server/boot/command.ts'], rules: { 'no-console': 'off' } },
    { files: ['*.config.{ts,mjs}'], rules: { 'import/no-default-export': 'off' } },
  ],
}
