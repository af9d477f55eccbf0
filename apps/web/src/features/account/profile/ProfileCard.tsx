import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { User } from '@recaps/contract'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Field } from '../../../ui/Field.tsx'
import { useFocusBeside } from '../../../ui/useFocusBeside.ts'
import { type ProfileForm, profileForm } from './model.ts'
import { useSaveProfile } from './queries.ts'
import { texts } from './texts.ts'

const words = texts.profile

interface Props {
  user: User
  isEditing: boolean
  canEdit: boolean
  onEditing(isEditing: boolean): void
}

/** Read-only until "Edit"; "Cancel" and a successful save make it so again. */
export function ProfileCard({ user, isEditing, canEdit, onEditing }: Props) {
  const { register, handleSubmit, watch, reset, setFocus, formState } = useForm<ProfileForm>({
    resolver: standardSchemaResolver(profileForm),
    mode: 'all',
    defaultValues: valuesOf(user),
  })
  const noteFocus = useFocusBeside()
  const save = useSaveProfile(() => onEditing(false))
  // Read at every turn: the form works this out only for whoever asks.
  const { errors, isValid } = formState
  useEffect(() => {
    if (isEditing) setFocus('firstName')
  }, [isEditing, setFocus])
  // An answer that comes while somebody types takes nothing back.
  useEffect(() => {
    if (!isEditing) reset(valuesOf(user))
  }, [isEditing, reset, user])

  const typed = watch('email').trim()
  return (
    <Card
      title={words.title}
      action={
        <Button kind="quiet" disabled={isEditing ? save.isPending : !canEdit} onClick={() => onEditing(!isEditing)}>
          {isEditing ? words.cancel : words.edit}
        </Button>
      }
    >
      <form className="account__form" noValidate onSubmit={handleSubmit(form => save.mutate(form))} onFocus={noteFocus}>
        <Field
          label={words.firstName}
          autoComplete="given-name"
          readOnly={!isEditing}
          error={errors.firstName?.message}
          {...register('firstName', { deps: ['lastName'] })}
        />
        <Field
          label={words.lastName}
          autoComplete="family-name"
          readOnly={!isEditing}
          error={errors.lastName?.message}
          {...register('lastName', { deps: ['firstName'] })}
        />
        <Field
          label={words.email}
          type="email"
          autoComplete="email"
          inputMode="email"
          readOnly={!isEditing}
          error={errors.email?.message}
          hint={isEditing && !errors.email && <ChangedBySupport from={user.email} to={typed} />}
          {...register('email')}
        />
        {isEditing && (
          <Button kind="primary" type="submit" isWide isBusy={save.isPending} disabled={!isValid && !save.isPending}>
            {save.isPending ? words.saving : words.save}
          </Button>
        )}
      </form>
    </Card>
  )
}

/** The server keeps the address; once another is typed, the way to it leads through support, with the request written already. */
const ChangedBySupport = ({ from, to }: { from: string; to: string }) =>
  from === to ? (
    words.bySupport
  ) : (
    <>
      {words.bySupport} {words.stays(from)}{' '}
      <Link to="/feedback" state={{ draft: words.request(from, to) }}>
        {words.askSupport}
      </Link>
    </>
  )

const valuesOf = ({ firstName, lastName, email }: User): ProfileForm => ({
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  email,
})
