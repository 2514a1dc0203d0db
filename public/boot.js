// Runs before the first paint and before any module.

// A chosen theme must not flash. The same key as in src/shell/theme.ts.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is refused: the system's theme holds.
}

// zod tries `new Function` when the first schema is made, which the Content-Security-Policy would report as a violation.
// The same as z.config({ jitless: true }), but certain to come before the first schema, whatever chunk it is in.
globalThis.__zod_globalConfig = { jitless: true }
