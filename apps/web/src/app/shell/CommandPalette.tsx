import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { allItems } from '../../features/summaries/cache.ts'
import { useSummaryList } from '../../features/summaries/queries.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { commandsFor } from './commands.ts'
import { texts } from './palette-texts.ts'
import './command-palette.css'

/** Every place and every summary, a few letters away. */
export default function CommandPalette({ onClose }: { onClose(): void }) {
  return (
    <Dialog kind="modal" label={texts.label} isOpen onClose={onClose}>
      <Finder onClose={onClose} />
    </Dialog>
  )
}

/** A combobox with its list below (ARIA authoring practices): the focus stays in the field, the arrows move the choice. */
function Finder({ onClose }: { onClose(): void }) {
  const navigate = useNavigate()
  const id = useId()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const { data } = useSummaryList()
  const commands = useMemo(() => commandsFor(text, allItems(data)), [text, data])
  const go = (path: string | undefined) => {
    if (path === undefined) return
    onClose()
    void navigate(path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // These keys belong to a word that is still being put together, as in Japanese.
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setChosen((chosen + step + commands.length) % commands.length)
    else if (event.key === 'Enter') go(commands[chosen]?.path)
    else return
    event.preventDefault()
  }
  return (
    <div className="palette">
      <input
        className="palette__field"
        role="combobox"
        aria-label={texts.label}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={`${id}-${chosen}`}
        autoComplete="off"
        spellCheck={false}
        placeholder={texts.hint}
        value={text}
        onChange={event => {
          setText(event.target.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div className="palette__list" id={`${id}-list`} role="listbox" aria-label={texts.list}>
        {commands.map(({ path, label, icon }, at) => (
          // The field has the keys; a pointer needs none.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
          <div
            key={path}
            ref={at === chosen ? bringIntoSight : undefined}
            id={`${id}-${at}`}
            className="palette__item"
            role="option"
            tabIndex={-1}
            aria-selected={at === chosen}
            onClick={() => go(path)}
          >
            <Icon name={icon} />
            <bdi className="clip">{label}</bdi>
          </div>
        ))}
      </div>
    </div>
  )
}

const bringIntoSight = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })
