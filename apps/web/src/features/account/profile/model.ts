import * as z from 'zod/mini'
import { email } from '../../auth/model.ts'
import { texts } from './texts.ts'

const { profile, password } = texts

const name = z.string().check(z.trim(), z.maxLength(100, profile.nameLong))

/** One name alone is enough, whichever it is. */
const oneOfNames = (field: string, error: string) =>
  z.refine<{ firstName: string; lastName: string }>(
    ({ firstName, lastName }) => `${firstName}${lastName}`.trim() !== '',
    {
      error,
      path: [field],
      when: ({ value }) => typeof value === 'object' && value !== null,
    },
  )

export const profileForm = z
  .object({ firstName: name, lastName: name, email })
  .check(oneOfNames('firstName', profile.firstNameRequired), oneOfNames('lastName', profile.lastNameRequired))
export type ProfileForm = z.infer<typeof profileForm>

const secret = (most: number) => z.string().check(z.minLength(8, password.short), z.maxLength(most, password.long))

export const passwordForm = z
  .object({ currentPassword: secret(1024), newPassword: secret(256), confirmPassword: secret(256) })
  .check(
    z.refine(form => form.newPassword === form.confirmPassword, {
      error: password.differ,
      path: ['confirmPassword'],
      // Said as soon as both are there, whatever else is missing.
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  )
export type PasswordForm = z.infer<typeof passwordForm>
