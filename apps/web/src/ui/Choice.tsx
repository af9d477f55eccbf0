import { useId } from 'react'
import './Choice.css'

interface Props<T extends string> {
  label: string
  hint?: string
  options: readonly { value: T; label: string }[]
  value: T
  onChoose(value: T): void
}

/** Picks one of a few visible options. */
export function Choice<T extends string>({ label, hint, options, value, onChoose }: Props<T>) {
  const name = useId()
  return (
    <fieldset className="choice" aria-describedby={hint ? `${name}-hint` : undefined}>
      <legend className="field__label">{label}</legend>
      <div className="choice__options">
        {options.map(option => (
          <label key={option.value} className="choice__option">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {hint && (
        <p className="field__hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}
