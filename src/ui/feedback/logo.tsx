/** The logo: a switch. The diverging route in ink, the straight route in petrol. */
export function Logo({ size = 22 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      strokeWidth="3.2"
      aria-hidden="true"
      className="flex-none"
    >
      <path d="M1.5 17H7.5L15.5 7H22.5" className="stroke-text" />
      <path d="M14 17H22.5" className="stroke-accent" />
    </svg>
  )
}
