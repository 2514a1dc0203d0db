import { highlightedPieces, type PaletteLine } from './palette-lines.ts'

function Option({
  line,
  words,
  id,
  isChosen,
  onChoose,
}: {
  line: PaletteLine
  words: string
  id: string
  isChosen: boolean
  onChoose: () => void
}) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={`flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2.5 max-sm:min-h-11 ${isChosen ? 'bg-accent-soft shadow-[inset_2px_0_0_var(--color-accent)]' : 'hover:bg-hover'}`}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChoose()
      }}
    >
      <span className="grid size-5 flex-none place-items-center text-text-2">{line.icon}</span>
      <span className="flex min-w-0 items-baseline gap-3 max-sm:flex-col max-sm:items-start max-sm:gap-0 max-sm:py-1.5">
        <bdi className="cut max-sm:whitespace-normal max-sm:wrap-anywhere">
          {highlightedPieces(line.label, words).map((piece) =>
            piece.isMatch ? (
              <b key={piece.text} className="text-accent-text">
                {piece.text}
              </b>
            ) : (
              piece.text
            ),
          )}
        </bdi>
        {line.note && (
          // The note is cut before the name.
          <span className="cut max-w-full shrink-[8] text-xs text-text-3">{line.note}</span>
        )}
      </span>
      {isChosen && (
        <kbd className="ml-auto max-sm:hidden" aria-hidden="true">
          ↵
        </kbd>
      )}
    </div>
  )
}

/** The lines of the palette, by group. The focus stays in the field above. */
export function PaletteList({
  id,
  lines,
  words,
  activeIndex,
  onChoose,
}: {
  id: string
  lines: readonly PaletteLine[]
  words: string
  activeIndex: number
  onChoose: (line: PaletteLine) => void
}) {
  return (
    <div id={id} role="listbox" aria-label="Results" tabIndex={-1} className="min-h-0 flex-1 overflow-auto p-1.5">
      {lines.map((line, index) => (
        <div key={`${line.group} ${line.id}`} role="presentation">
          {line.group !== lines[index - 1]?.group && (
            <p className="px-2.5 pt-2 pb-1 text-xs text-text-3">{line.group}</p>
          )}
          <Option
            line={line}
            words={words}
            id={`${id}-${index}`}
            isChosen={index === activeIndex}
            onChoose={() => onChoose(line)}
          />
        </div>
      ))}
    </div>
  )
}
