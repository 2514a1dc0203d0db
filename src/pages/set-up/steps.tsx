const steps = [
  { id: 'owner', label: 'Owner' },
  { id: 'sample', label: 'Sample' },
  { id: 'done', label: 'Done' },
] as const

/** Progress indicator of the setup. */
export function Steps({ at }: { at: (typeof steps)[number]['id'] }) {
  return (
    <ol className="flex items-center gap-2" aria-label="Steps">
      {steps.map(({ id, label }, index) => (
        <li
          key={id}
          className={`flex items-center gap-2 ${id === at ? 'font-semibold' : 'text-text-2'}`}
          aria-current={id === at ? 'step' : undefined}
        >
          {index > 0 && <span className="h-[1.5px] w-7 bg-line-strong" />}
          <span className="flex items-center gap-1.5">
            <span
              className={`size-[9px] rounded-[2px] border-[1.5px] ${id === at ? 'border-accent bg-accent' : 'border-text-3'}`}
            />
            {label}
          </span>
        </li>
      ))}
    </ol>
  )
}
