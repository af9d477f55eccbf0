import { useId } from 'react'
import './Switch.css'

interface Props {
  label: string
  hint?: string
  isOn: boolean
  onToggle(isOn: boolean): void
}

/** Turns a setting on or off immediately. The whole row is clickable. */
export function Switch({ label, hint, isOn, onToggle }: Props) {
  const id = useId()
  return (
    <label className="switch">
      <span className="switch__words">
        <span id={id}>{label}</span>
        {hint && (
          <span className="switch__hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        className="switch__input"
        checked={isOn}
        aria-checked={isOn}
        aria-labelledby={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={event => onToggle(event.target.checked)}
      />
    </label>
  )
}
