import { IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import './SearchBox.css'

interface Props {
  /** The accessible name and the placeholder. */
  label: string
  clearLabel: string
  text: string
  onText(text: string): void
  /** Returns true if it handled the pasted text, which then isn't inserted. */
  onPaste?(text: string): boolean
}

/** A search field. The `/` key focuses it. */
export function SearchBox({ label, clearLabel, text, onText, onPaste }: Props) {
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
        onPaste={event => {
          if (onPaste?.(event.clipboardData.getData('text'))) event.preventDefault()
        }}
      />
      {text && <IconButton icon="close" label={clearLabel} onClick={() => onText('')} />}
    </search>
  )
}
