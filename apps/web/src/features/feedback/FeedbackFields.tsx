import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { toProblem } from '../../api/problem.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Field } from '../../ui/Field.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { AttachedContext } from './AttachedContext.tsx'
import { excessLength } from './context.ts'
import { type FeedbackForm, feedbackForm } from './model.ts'
import { texts } from './texts.ts'
import './feedback.css'

/** Loaded when the user starts to write. */
const SuggestedAnswers = lazy(() => import('./SuggestedAnswers.tsx'))

interface Props {
  initial: FeedbackForm
  /** Lines that are sent with the message. */
  context: readonly string[]
  /** The address to which a copy can be sent, or null. */
  copyTo: string | null
  /** Called with the current values whenever they change. */
  onChange(form: FeedbackForm): void
  isSending: boolean
  error: Error | null
  onSend(form: FeedbackForm, extras: { attached: readonly string[]; wantsCopy: boolean }): void
}

export function FeedbackFields({ initial, context, copyTo, isSending, error, onChange, onSend }: Props) {
  const [isDetached, setDetached] = useState(false)
  const [wantsCopy, setWantsCopy] = useState(false)
  const attached = isDetached ? [] : context
  const { register, handleSubmit, setValue, control, formState } = useForm<FeedbackForm>({
    resolver: standardSchemaResolver(feedbackForm),
    mode: 'onTouched',
    defaultValues: initial,
  })
  const { errors } = formState
  const written = useWatch({ control })
  const { subject = '', message = '', email = '' } = written
  useEffect(() => onChange({ subject, message, email }), [subject, message, email, onChange])
  return (
    <form className="feedback" noValidate onSubmit={handleSubmit(form => onSend(form, { attached, wantsCopy }))}>
      <p className="feedback__lead">{texts.lead}</p>
      {error && <Banner tone="danger">{toProblem(error).sentence}</Banner>}
      <fieldset className="feedback__subjects">
        <legend className="feedback__about">{texts.about}</legend>
        {texts.subjects.map(picked => (
          <Chip
            key={picked}
            isOn={subject === picked}
            onToggle={() =>
              setValue('subject', subject === picked ? '' : picked, { shouldValidate: subject !== picked })
            }
          >
            {picked}
          </Chip>
        ))}
      </fieldset>
      <Field label={texts.subject} autoComplete="off" error={errors.subject?.message} {...register('subject')} />
      <TextAreaField label={texts.message} error={errors.message?.message} {...register('message')} />
      {message && (
        <Suspense>
          <SuggestedAnswers written={`${subject} ${message}`} />
        </Suspense>
      )}
      <Field
        label={texts.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        hint={!errors.email && texts.emailHint}
        error={errors.email?.message}
        {...register('email', { setValueAs: (value: string) => value.trim() })}
      />
      {copyTo && <Switch label={texts.copy} hint={texts.copyHint(copyTo)} isOn={wantsCopy} onToggle={setWantsCopy} />}
      <AttachedContext
        lines={attached}
        excessLength={message.trim().length > 10_000 ? 0 : Math.max(0, excessLength(message, attached))}
        onRemove={() => setDetached(true)}
      />
      <Button kind="primary" type="submit" isWide isBusy={isSending}>
        {isSending ? texts.sending : texts.submit}
      </Button>
    </form>
  )
}
