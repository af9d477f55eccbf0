import { type ReactNode, useId } from 'react'
import './Field.css'

export interface FieldText {
  label: string
  /** One sentence under the field that says what is wrong. */
  error?: string | undefined
  /** Said before anything is wrong. */
  hint?: ReactNode
}

/** The attributes that tie a control to its label, its error and its hint. */
export interface FieldControl {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** What every field has around its control: the label above, what is wrong and what helps below. */
export function FieldFrame({
  id: ownId,
  label,
  error,
  hint,
  children,
}: FieldText & { id?: string | undefined; children(control: FieldControl): ReactNode }) {
  const madeId = useId()
  const id = ownId ?? madeId
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field" data-invalid={error ? '' : undefined}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className="field__box">
        {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined })}
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
