import { type Ref, type TextareaHTMLAttributes, useId } from 'react'
import { afterPress } from './after-press.ts'
import './Field.css'

export interface TextAreaFieldProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> {
  label: string
  error?: string | undefined
  ref?: Ref<HTMLTextAreaElement>
}

/** A text of several lines. */
export function TextAreaField({ label, error, onBlur, ...textarea }: TextAreaFieldProps) {
  const id = useId()
  return (
    <div className="field" data-invalid={error ? '' : undefined}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className="field__box">
        <textarea
          id={id}
          className="field__input field__input--lines"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          {...textarea}
          onBlur={onBlur && (event => afterPress(() => onBlur(event)))}
        />
      </div>
      {error && (
        <p className="field__error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
