import { IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import './SearchBox.css'

interface Props {
  /** The accessible name, and what stands in the empty box. */
  label: string
  clearLabel: string
  text: string
  onText(text: string): void
}

/** A search field; the key `/` finds it. */
export function SearchBox({ label, clearLabel, text, onText }: Props) {
  return (
    <search className="search-box">
      <Icon name="search" />
      <input
        type="search"
        className="search-box__input"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={200}
        data-shortcut-target="search"
        onChange={event => onText(event.target.value)}
      />
      {text && <IconButton icon="close" label={clearLabel} onClick={() => onText('')} />}
    </search>
  )
}
