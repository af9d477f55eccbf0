import type { Ref, SelectHTMLAttributes } from 'react'
import { FieldFrame, type FieldText } from './FieldFrame.tsx'

export interface SelectFieldProps extends FieldText, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'> {
  options: readonly { value: string; label: string }[]
  ref?: Ref<HTMLSelectElement>
}

/** Picks one of many options, in the browser's native list. */
export const SelectField = ({ label, error, options, hint, id, ...select }: SelectFieldProps) => (
  <FieldFrame id={id} label={label} error={error} hint={hint}>
    {control => (
      <select className="field__input" {...control} {...select}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    )}
  </FieldFrame>
)
