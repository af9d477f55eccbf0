import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FailureCode } from '@recaps/contract'
import type { FocusEvent } from 'react'
import { useForm } from 'react-hook-form'
import { toProblem } from '../../../api/problem.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { useFocusNextRow } from '../../../ui/useFocusNextRow.ts'
import { PasswordField } from '../../auth/PasswordField.tsx'
import { StrengthMeter } from '../../auth/StrengthMeter.tsx'
import { type PasswordForm, passwordForm } from './model.ts'
import { useChangePassword } from './queries.ts'
import { texts } from './texts.ts'

const passwordTexts = texts.password

/** Server errors that are also shown at a field, because the toast is gone after three seconds. */
const fieldByCode: Partial<Record<FailureCode, keyof PasswordForm>> = {
  wrong_password: 'currentPassword',
  no_password: 'currentPassword',
  password_too_common: 'newPassword',
}

interface Props {
  /** Goes into a hidden field, so that password managers know which account the password belongs to. */
  email: string
  isOpen: boolean
  canOpen: boolean
  onOpen(isOpen: boolean): void
}

export function PasswordCard({ email, isOpen, canOpen, onOpen }: Props) {
  const noteFocus = useFocusNextRow()
  return (
    <Card title={passwordTexts.title}>
      {isOpen ? (
        <ChangePassword email={email} onCancel={() => onOpen(false)} onFocus={noteFocus} />
      ) : (
        <>
          <p className="account__lead">{passwordTexts.lead}</p>
          <Button disabled={!canOpen} isWide onClick={() => onOpen(true)}>
            {passwordTexts.open}
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
  const submit = (form: PasswordForm) =>
    change.mutate(form, {
      onError(error) {
        const { code, sentence } = toProblem(error)
        const field = code && fieldByCode[code]
        if (field) setError(field, { message: sentence }, { shouldFocus: true })
        toast({ text: code ? sentence : passwordTexts.failed, tone: 'danger' })
      },
    })
  return (
    <form onFocus={onFocus} className="account__form" noValidate onSubmit={handleSubmit(submit)}>
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={passwordTexts.current}
        autoComplete="current-password"
        autoFocus
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <PasswordField
        label={passwordTexts.new}
        autoComplete="new-password"
        error={errors.newPassword?.message}
        hint={<StrengthMeter password={watch('newPassword')} />}
        {...register('newPassword', { deps: 'confirmPassword' })}
      />
      <PasswordField
        label={passwordTexts.confirm}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <div className="account__pair">
        <Button disabled={change.isPending} onClick={onCancel}>
          {passwordTexts.cancel}
        </Button>
        <Button kind="primary" type="submit" isBusy={change.isPending}>
          {change.isPending ? passwordTexts.updating : passwordTexts.submit}
        </Button>
      </div>
    </form>
  )
}
