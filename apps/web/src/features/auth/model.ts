import { emailPattern } from '@recaps/domain/email-address'
import * as z from 'zod/mini'
import { formTexts } from './form-texts.ts'

// Without this zod tries `new Function` once, which the content security policy reports as a violation.
z.config({ jitless: true })

export const email = z
  .string()
  .check(
    z.trim(),
    z.normalize('NFC'),
    z.minLength(1, formTexts.emailRequired),
    z.email({ pattern: emailPattern, error: formTexts.emailInvalid }),
    z.maxLength(254, formTexts.emailInvalid),
  )

export const loginForm = z.object({ email, password: z.string().check(z.minLength(1, formTexts.passwordRequired)) })
export type LoginForm = z.infer<typeof loginForm>

const name = z.string().check(z.trim(), z.maxLength(100, formTexts.nameLong))

const newPassword = z.string().check(z.minLength(8, formTexts.passwordShort), z.maxLength(256, formTexts.passwordLong))

export const resetRequestForm = z.object({ email })
export type ResetRequestForm = z.infer<typeof resetRequestForm>

export const newPasswordForm = z.object({ password: newPassword })
export type NewPasswordForm = z.infer<typeof newPasswordForm>

export const registrationForm = z.object({
  email,
  password: newPassword,
  firstName: name,
  lastName: name,
  timezone: z.string(),
})
export type RegistrationForm = z.infer<typeof registrationForm>

/** 0 = too short to be accepted, 1 = weak, 2 = fair, 3 = strong. */
export type Strength = 0 | 1 | 2 | 3

export const strengthLabels = ['Too short', 'Weak', 'Fair', 'Strong'] as const

/**
 * Rough estimate for the strength meter: the bits of a random password with this length and these kinds of characters, where
 * repeats and runs (`aaaa`, `1234`) count once. Only a hint: the length is the only rule.
 */
export function passwordStrength(password: string): Strength {
  if (password.length < 8) return 0
  const kinds: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^a-zA-Z\d]/, 30],
  ]
  const alphabet = kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0)
  const steps = [...password].filter((char, at) => {
    const step = char.charCodeAt(0) - password.charCodeAt(at - 1)
    return at === 0 || Math.abs(step) > 1
  }).length
  const bits = steps * Math.log2(alphabet)
  if (bits < 40 || new Set(password).size < 5) return 1
  return bits < 64 ? 2 : 3
}
