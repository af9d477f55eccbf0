import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { User } from '@recaps/contract'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Field } from '../../../ui/Field.tsx'
import { useFocusNextRow } from '../../../ui/useFocusNextRow.ts'
import { type ProfileForm, profileForm } from './model.ts'
import { useSaveProfile } from './queries.ts'
import { texts } from './texts.ts'

const profileTexts = texts.profile

interface Props {
  user: User
  isEditing: boolean
  canEdit: boolean
  onEditing(isEditing: boolean): void
}

/** Read-only until "Edit" is pressed, and again after "Cancel" or a successful save. */
export function ProfileCard({ user, isEditing, canEdit, onEditing }: Props) {
  const { register, handleSubmit, watch, reset, setFocus, formState } = useForm<ProfileForm>({
    resolver: standardSchemaResolver(profileForm),
    mode: 'all',
    defaultValues: valuesOf(user),
  })
  const noteFocus = useFocusNextRow()
  const save = useSaveProfile(() => onEditing(false))
  // Read on every render: react-hook-form only tracks state that has been read.
  const { errors, isValid } = formState
  useEffect(() => {
    if (isEditing) setFocus('firstName')
  }, [isEditing, setFocus])
  // Not while editing: a refetched profile must not overwrite what the user is typing.
  useEffect(() => {
    if (!isEditing) reset(valuesOf(user))
  }, [isEditing, reset, user])

  const typedEmail = watch('email').trim()
  return (
    <Card
      title={profileTexts.title}
      action={
        <Button kind="quiet" disabled={isEditing ? save.isPending : !canEdit} onClick={() => onEditing(!isEditing)}>
          {isEditing ? profileTexts.cancel : profileTexts.edit}
        </Button>
      }
    >
      <form className="account__form" noValidate onSubmit={handleSubmit(form => save.mutate(form))} onFocus={noteFocus}>
        <Field
          label={profileTexts.firstName}
          autoComplete="given-name"
          readOnly={!isEditing}
          error={errors.firstName?.message}
          {...register('firstName', { deps: ['lastName'] })}
        />
        <Field
          label={profileTexts.lastName}
          autoComplete="family-name"
          readOnly={!isEditing}
          error={errors.lastName?.message}
          {...register('lastName', { deps: ['firstName'] })}
        />
        <Field
          label={profileTexts.email}
          type="email"
          autoComplete="email"
          inputMode="email"
          readOnly={!isEditing}
          error={errors.email?.message}
          hint={isEditing && !errors.email && <EmailHint from={user.email} to={typedEmail} />}
          {...register('email')}
        />
        {isEditing && (
          <Button kind="primary" type="submit" isWide isBusy={save.isPending} disabled={!isValid && !save.isPending}>
            {save.isPending ? profileTexts.saving : profileTexts.save}
          </Button>
        )}
      </form>
    </Card>
  )
}

/** Only support can change the email address. If a different one is typed, links to a prefilled request. */
const EmailHint = ({ from, to }: { from: string; to: string }) =>
  from === to ? (
    profileTexts.onlySupport
  ) : (
    <>
      {profileTexts.onlySupport} {profileTexts.emailUnchanged(from)}{' '}
      <Link to="/feedback" state={{ draft: profileTexts.request(from, to) }}>
        {profileTexts.requestChange}
      </Link>
    </>
  )

const valuesOf = ({ firstName, lastName, email }: User): ProfileForm => ({
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  email,
})
