/** What the modules of lucide-react's icons have and do not type: all of them share one declaration. */

/** Name, size and shapes of an icon. */
export type IconData = unknown

declare module 'lucide-react/icons/box' {
  export const __iconData: IconData
}
