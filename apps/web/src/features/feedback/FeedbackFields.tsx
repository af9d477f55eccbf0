import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { problemOf } from '../../api/problem.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { type FeedbackForm, feedbackForm } from './model.ts'
import { texts } from './texts.ts'
import './feedback.css'

interface Props {
  initial: FeedbackForm
  isSending: boolean
  error: Error | null
  onSend(form: FeedbackForm): void
}

export function FeedbackFields({ initial, isSending, error, onSend }: Props) {
  const { register, handleSubmit, formState } = useForm<FeedbackForm>({
    resolver: standardSchemaResolver(feedbackForm),
    mode: 'onTouched',
    defaultValues: initial,
  })
  const { errors } = formState
  return (
    <form className="feedback" noValidate onSubmit={handleSubmit(onSend)}>
      <p className="feedback__lead">{texts.lead}</p>
      {error && <Banner tone="danger">{problemOf(error).sentence}</Banner>}
      <Field label={texts.subject} autoComplete="off" error={errors.subject?.message} {...register('subject')} />
      <TextAreaField label={texts.message} error={errors.message?.message} {...register('message')} />
      <Field
        label={texts.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        hint={texts.emailHint}
        error={errors.email?.message}
        {...register('email', { setValueAs: (value: string) => value.trim() })}
      />
      <Button kind="primary" type="submit" isWide isBusy={isSending}>
        {isSending ? texts.sending : texts.submit}
      </Button>
    </form>
  )
}
