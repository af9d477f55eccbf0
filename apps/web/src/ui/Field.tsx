import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { afterPress } from './after-press.ts'
import './Field.css'

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> {
  label: string
  /** One sentence under the field that says what is wrong. */
  error?: string | undefined
  /** Said before anything is wrong. */
  hint?: ReactNode
  /** A control inside the field, at its end. */
  trailing?: ReactNode
  ref?: Ref<HTMLInputElement>
}

export function Field({ label, error, hint, trailing, onBlur, ...input }: FieldProps) {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field" data-invalid={error ? '' : undefined}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className="field__box">
        <input
          id={id}
          className="field__input"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          {...input}
          onBlur={onBlur && (event => afterPress(() => onBlur(event)))}
        />
        {trailing}
      </div>
      {error && (
        <p className="field__error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {hint && (
        <div className="field__hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  )
}
