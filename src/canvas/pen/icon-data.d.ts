/**
 * Declares the icon data that every icon module of lucide-react exports without a type. All icon modules have the same
 * declaration file, so that this declaration for one of them applies to all.
 */

/** Name, size and shapes of an icon. */
export type IconData = unknown

declare module 'lucide-react/icons/box' {
  export const __iconData: IconData
}
