import { type KeyboardEvent, useState } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { Field, type FieldProps } from '../../ui/Field.tsx'
import { words } from './words.ts'
import './password-field.css'

export function PasswordField({
  hint,
  label = words.password,
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
            {hasCapsLock && <span className="caps-lock">{words.capsLock}</span>} {hint}
          </>
        ) : undefined
      }
      trailing={
        <IconButton
          icon={isShown ? 'eyeOff' : 'eye'}
          label={isShown ? words.hidePassword : words.showPassword}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  )
}
