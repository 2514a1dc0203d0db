/** Type declaration for lucide-react's icon modules, which export this without a type. */

/** Name, size and shapes of an icon. */
export type IconData = unknown

declare module 'lucide-react/icons/box' {
  export const __iconData: IconData
}
