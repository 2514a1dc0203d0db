/** Made by scripts/vite/licences.mjs while the console is built. */
declare module 'virtual:licences' {
  export const licences: readonly { name: string; version: string; licence: string; text: string }[]
}

interface ImportMetaEnv {
  /** Of package.json; put in while the console is built. */
  readonly CONSOLE_VERSION: string
}
