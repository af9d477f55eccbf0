import type { Ref, TextareaHTMLAttributes } from 'react'
import { afterPress } from './after-press.ts'
import { FieldFrame, type FieldText } from './FieldFrame.tsx'

export interface TextAreaFieldProps
  extends FieldText,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id'> {
  ref?: Ref<HTMLTextAreaElement>
}

/** A multi-line text field. */
export const TextAreaField = ({ label, error, hint, onBlur, ...textarea }: TextAreaFieldProps) => (
  <FieldFrame label={label} error={error} hint={hint}>
    {control => (
      <textarea
        className="field__input field__input--lines"
        {...control}
        {...textarea}
        onBlur={onBlur && (event => afterPress(() => onBlur(event)))}
      />
    )}
  </FieldFrame>
)
