const steps = [
  { id: 'owner', label: 'Owner' },
  { id: 'sample', label: 'Sample' },
  { id: 'done', label: 'Done' },
] as const

const colours = {
  finished: 'border-ok bg-ok',
  current: 'border-accent bg-accent',
  open: 'border-text-3',
}

/** Progress indicator of the setup: finished steps are filled and green, the current one is in the accent. */
export function Steps({ at }: { at: (typeof steps)[number]['id'] }) {
  const current = steps.findIndex(({ id }) => id === at)
  return (
    <ol className="flex items-center gap-2" aria-label="Steps">
      {steps.map(({ id, label }, index) => {
        const state = index < current ? 'finished' : index === current ? 'current' : 'open'
        return (
          <li
            key={id}
            className={`flex items-center gap-2 ${state === 'current' ? 'font-semibold' : 'text-text-2'}`}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            {index > 0 && <span className="h-[1.5px] w-7 bg-line-strong" />}
            <span className="flex items-center gap-1.5">
              <span className={`size-[9px] rounded-[2px] border-[1.5px] ${colours[state]}`} />
              {label}
              {state === 'finished' && <span className="sr-only">, finished</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
