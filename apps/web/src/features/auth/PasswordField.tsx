import { type KeyboardEvent, useState } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { Field, type FieldProps } from '../../ui/Field.tsx'
import { formTexts } from './form-texts.ts'
import './password-field.css'

export function PasswordField({
  hint,
  label = formTexts.password,
  ...field
}: Omit<FieldProps, 'type' | 'label' | 'trailing'> & { label?: string }) {
  const [isShown, setShown] = useState(false)
  const [hasCapsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <Field
      {...field}
      label={label}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      hint={
        hasCapsLock || hint ? (
          <>
            {hasCapsLock && <span className="caps-lock">{formTexts.capsLock}</span>} {hint}
          </>
        ) : undefined
      }
      trailing={
        <IconButton
          icon={isShown ? 'eyeOff' : 'eye'}
          label={isShown ? formTexts.hidePassword : formTexts.showPassword}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  )
}
