import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { allItems } from '../../features/summaries/cache.ts'
import { useSummaryList } from '../../features/summaries/queries.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { findCommands } from './commands.ts'
import { texts } from './palette-texts.ts'
import './command-palette.css'

/** Finds pages and summaries by a few typed letters. */
export default function CommandPalette({ onClose }: { onClose(): void }) {
  return (
    <Dialog kind="modal" label={texts.label} isOpen onClose={onClose}>
      <Finder onClose={onClose} />
    </Dialog>
  )
}

/** ARIA combobox with a listbox: the focus stays in the field, the arrow keys move the selection. */
function Finder({ onClose }: { onClose(): void }) {
  const navigate = useNavigate()
  const id = useId()
  const [text, setText] = useState('')
  const [selected, setSelected] = useState(0)
  const { data } = useSummaryList()
  const commands = useMemo(() => findCommands(text, allItems(data)), [text, data])
  const go = (path: string | undefined) => {
    if (path === undefined) return
    onClose()
    void navigate(path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes text (as for Japanese), it owns these keys.
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setSelected((selected + step + commands.length) % commands.length)
    else if (event.key === 'Enter') go(commands[selected]?.path)
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
        aria-activedescendant={`${id}-${selected}`}
        autoComplete="off"
        spellCheck={false}
        placeholder={texts.hint}
        value={text}
        onChange={event => {
          setText(event.target.value)
          setSelected(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div className="palette__list" id={`${id}-list`} role="listbox" aria-label={texts.list}>
        {commands.map(({ path, label, icon }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
          <div
            key={path}
            ref={index === selected ? scrollIntoView : undefined}
            id={`${id}-${index}`}
            className="palette__item"
            role="option"
            tabIndex={-1}
            aria-selected={index === selected}
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

const scrollIntoView = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })
