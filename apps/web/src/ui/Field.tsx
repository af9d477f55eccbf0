import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { afterPress } from './after-press.ts'
import { FieldFrame, type FieldText } from './FieldFrame.tsx'

export interface FieldProps extends FieldText, Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> {
  /** A control inside the field, at its end. */
  trailing?: ReactNode
  ref?: Ref<HTMLInputElement>
}

export const Field = ({ label, error, hint, trailing, onBlur, ...input }: FieldProps) => (
  <FieldFrame label={label} error={error} hint={hint}>
    {control => (
      <>
        <input
          className="field__input"
          {...control}
          {...input}
          onBlur={onBlur && (event => afterPress(() => onBlur(event)))}
        />
        {trailing}
      </>
    )}
  </FieldFrame>
)
