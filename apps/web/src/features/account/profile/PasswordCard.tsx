import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FailureCode } from '@recaps/contract'
import type { FocusEvent } from 'react'
import { useForm } from 'react-hook-form'
import { problemOf } from '../../../api/problem.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { useFocusBeside } from '../../../ui/useFocusBeside.ts'
import { PasswordField } from '../../auth/PasswordField.tsx'
import { StrengthMeter } from '../../auth/StrengthMeter.tsx'
import { type PasswordForm, passwordForm } from './model.ts'
import { useChangePassword } from './queries.ts'
import { texts } from './texts.ts'

const words = texts.password

/** Where a refusal of the server is told beside the toast, which is gone after three seconds. */
const fieldOf: Partial<Record<FailureCode, keyof PasswordForm>> = {
  wrong_password: 'currentPassword',
  no_password: 'currentPassword',
  password_too_common: 'newPassword',
}

interface Props {
  /** For password managers, which file a password under it. */
  email: string
  isOpen: boolean
  canOpen: boolean
  onOpen(isOpen: boolean): void
}

export function PasswordCard({ email, isOpen, canOpen, onOpen }: Props) {
  const noteFocus = useFocusBeside()
  return (
    <Card title={words.title}>
      {isOpen ? (
        <ChangePassword email={email} onCancel={() => onOpen(false)} onFocus={noteFocus} />
      ) : (
        <>
          <p className="account__lead">{words.lead}</p>
          <Button disabled={!canOpen} isWide onClick={() => onOpen(true)}>
            {words.open}
          </Button>
        </>
      )}
    </Card>
  )
}

interface FormProps {
  email: string
  onCancel(): void
  onFocus(event: FocusEvent): void
}

function ChangePassword({ email, onCancel, onFocus }: FormProps) {
  const change = useChangePassword()
  const toast = useToast()
  const { register, handleSubmit, watch, setError, formState } = useForm<PasswordForm>({
    resolver: standardSchemaResolver(passwordForm),
    mode: 'onTouched',
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  })
  const { errors } = formState
  const send = (form: PasswordForm) =>
    change.mutate(form, {
      onError(error) {
        const { code, sentence } = problemOf(error)
        const field = code && fieldOf[code]
        if (field) setError(field, { message: sentence }, { shouldFocus: true })
        toast({ text: code ? sentence : words.failed, tone: 'danger' })
      },
    })
  return (
    <form onFocus={onFocus} className="account__form" noValidate onSubmit={handleSubmit(send)}>
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={words.current}
        autoComplete="current-password"
        autoFocus
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <PasswordField
        label={words.new}
        autoComplete="new-password"
        error={errors.newPassword?.message}
        hint={<StrengthMeter password={watch('newPassword')} />}
        {...register('newPassword', { deps: 'confirmPassword' })}
      />
      <PasswordField
        label={words.confirm}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <div className="account__pair">
        <Button disabled={change.isPending} onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button kind="primary" type="submit" isBusy={change.isPending}>
          {change.isPending ? words.updating : words.submit}
        </Button>
      </div>
    </form>
  )
}
