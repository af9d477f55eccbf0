import { type ReactNode, useId } from 'react'
import './Field.css'

export interface FieldText {
  label: string
  error?: string | undefined
  hint?: ReactNode
}

/** The attributes that connect a control to its label, error and hint. */
export interface FieldControl {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** The label above a field's control, and the error and hint below it. */
export function FieldFrame({
  id: ownId,
  label,
  error,
  hint,
  children,
}: FieldText & { id?: string | undefined; children(control: FieldControl): ReactNode }) {
  const generatedId = useId()
  const id = ownId ?? generatedId
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
