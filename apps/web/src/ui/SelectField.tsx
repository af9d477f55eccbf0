import { type ReactNode, type Ref, type SelectHTMLAttributes, useId } from 'react'
import './Field.css'

export interface SelectFieldProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'> {
  label: string
  options: readonly { value: string; label: string }[]
  hint?: ReactNode
  ref?: Ref<HTMLSelectElement>
}

/** One of many, in the browser's own list. */
export function SelectField({ label, options, hint, id: ownId, ...select }: SelectFieldProps) {
  const madeId = useId()
  const id = ownId ?? madeId
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className="field__box">
        <select id={id} className="field__input" aria-describedby={hint ? `${id}-hint` : undefined} {...select}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {hint && (
        <div className="field__hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  )
}
