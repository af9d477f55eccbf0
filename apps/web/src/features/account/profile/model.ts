import * as z from 'zod/mini'
import { email } from '../../auth/model.ts'
import { texts } from './texts.ts'

const { profile, password } = texts

const name = z.string().check(z.trim(), z.maxLength(100, profile.nameLong))

/** Either name is enough on its own. */
const requireOneName = (field: string, error: string) =>
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
  .check(requireOneName('firstName', profile.firstNameRequired), requireOneName('lastName', profile.lastNameRequired))
export type ProfileForm = z.infer<typeof profileForm>

const passwordOf = (maxLength: number) =>
  z.string().check(z.minLength(8, password.short), z.maxLength(maxLength, password.long))

export const passwordForm = z
  .object({ currentPassword: passwordOf(1024), newPassword: passwordOf(256), confirmPassword: passwordOf(256) })
  .check(
    z.refine(form => form.newPassword === form.confirmPassword, {
      error: password.mismatch,
      path: ['confirmPassword'],
      // Checked even if other fields are invalid.
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  )
export type PasswordForm = z.infer<typeof passwordForm>
