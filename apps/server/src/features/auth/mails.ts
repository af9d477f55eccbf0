import { formatDate, formatTimeWithZone } from '@recaps/domain/format-date'
import { plainLine } from '@recaps/domain/plain-text'
import { z } from 'zod'
import { defineMail, type MailTemplate, mailTemplate } from '../notifications/mail-kind.ts'
import { button, link, note, paragraph, parts, title } from '../notifications/mail-parts.ts'
import type { UserRow, Users } from '../users/service.ts'
import type { MailedTokens } from './mailed-tokens.ts'

/** Mails about access to an account. */
export const verifyAddress = defineMail('auth.verify-address', z.object({}), { toUnconfirmed: true })
export const resetPassword = defineMail('auth.reset-password', z.object({}), { toUnconfirmed: true })
export const passwordChanged = defineMail('auth.password-changed', z.object({ at: z.iso.datetime() }))
export const accountTakenOver = defineMail(
  'auth.account-taken-over',
  z.object({ provider: z.enum(['google', 'apple']) }),
)
export const accountExists = defineMail('auth.account-exists', z.object({}))

export interface AuthMailDeps {
  productName: string
  users: Pick<Users, 'byId' | 'byEmail'>
  tokens: Pick<MailedTokens, 'issue'>
}

const passwordPage = '/reset-password'

export function authMails({ productName, users, tokens }: AuthMailDeps): MailTemplate[] {
  return [
    mailTemplate(verifyAddress, async (_, envelope) => {
      const user = await users.byId(envelope.userId ?? 0)
      if (!user || user.email_verified_at) return null
      const token = await tokens.issue('verify', user, envelope)
      return token === null ? null : verificationMail(token, productName)
    }),
    // Looked up here rather than when the request is answered, so that the answer takes the same time for every address. The
    // mail goes to the address of the account, which may be spelled differently from the requested one.
    mailTemplate(resetPassword, async (_, envelope) => {
      const user = await users.byEmail(envelope.to)
      const token = user ? await tokens.issue('reset', user, envelope) : null
      return user && token !== null ? { to: user.email, ...resetMail(user, token, productName) } : null
    }),
    mailTemplate(passwordChanged, async ({ at }, envelope) => {
      const user = await users.byId(envelope.userId ?? 0)
      return user ? passwordChangedMail(user, new Date(at), productName) : null
    }),
    mailTemplate(accountTakenOver, async ({ provider }) =>
      takenOverMail(provider === 'google' ? 'Google' : 'Apple', productName),
    ),
    mailTemplate(accountExists, async (_, envelope) => {
      const user = await users.byId(envelope.userId ?? 0)
      return user ? accountExistsMail(user, productName) : null
    }),
  ]
}

/** Omits the name until the address is confirmed: an attacker who registers someone else's address could put any text there. */
const greeting = ({ first_name, email_verified_at }: UserRow): string =>
  first_name && email_verified_at ? `Hello ${plainLine(first_name)},` : 'Hello,'

const verificationMail = (token: string, productName: string) => ({
  subject: `Confirm your email address for ${productName}`,
  preview: 'Log in and confirm your address to get summaries by mail.',
  content: parts(
    title('Confirm your email address'),
    paragraph('Hello,'),
    paragraph(`Please confirm that this address is yours, so that ${productName} can mail you summaries.`),
    button('Confirm address', `/verify-email?token=${token}`),
    note(
      'The link works for three days and asks you to log in. If you don’t have an account, don’t confirm: ignore this mail, or write to support.',
    ),
  ),
})

const resetMail = (user: UserRow, token: string, productName: string) => ({
  subject: `Set a new password for ${productName}`,
  preview: 'The link works once, for 30 minutes.',
  content: parts(
    title('Set a new password'),
    paragraph(greeting(user)),
    paragraph('Someone, hopefully you, asked to set a new password for your account.'),
    button('Set a new password', `${passwordPage}?token=${token}`),
    note('The link works once, for 30 minutes. If it wasn’t you, ignore this mail: your password won’t change.'),
  ),
})

const passwordChangedMail = (user: UserRow, at: Date, productName: string) => ({
  subject: `Your ${productName} password was changed`,
  preview: 'You have been logged out everywhere.',
  content: parts(
    title('Your password was changed'),
    paragraph(greeting(user)),
    paragraph(
      `The password of your account was changed on ${inZone(at, user.timezone)}. You have been logged out everywhere.`,
    ),
    note('If it wasn’t you, ', link('set a new password', passwordPage), ' at once and contact support.'),
  ),
})

const takenOverMail = (provider: string, productName: string) => ({
  subject: `Your address already had a ${productName} account`,
  preview: 'It’s yours now. No one else can log in to it.',
  content: parts(
    title('This account is yours now'),
    paragraph('Hello,'),
    paragraph(
      `You signed in with ${provider}. There already was an account with your address, but the address was never confirmed. If you didn’t register it, someone else did.`,
    ),
    paragraph(
      'Its old password, sessions and mailed links no longer work, and its name and picture were removed. Its summaries and schedules are still there.',
    ),
    button('View account', '/account'),
    note(`You log in with ${provider}. If you also want a password, `, link('set one', passwordPage), '.'),
  ),
})

const accountExistsMail = (user: UserRow, productName: string) => ({
  subject: `You already have a ${productName} account`,
  preview: 'Someone tried to register with your address.',
  content: parts(
    title('You already have an account'),
    paragraph(greeting(user)),
    paragraph(
      'Someone, perhaps you, tried to create an account with this address. You already have one, and it was not changed.',
    ),
    button('Log in', '/login'),
    note('If it wasn’t you, ignore this mail. Forgot your password? ', link('Set a new one', passwordPage)),
  ),
})

/** In the given time zone, such as `November 21, 2026 at 3:30 PM, Europe/Rome time`. */
const inZone = (at: Date, timeZone: string): string =>
  `${formatDate(at, { timeZone, year: 'always' })} at ${formatTimeWithZone(at, timeZone)}`
