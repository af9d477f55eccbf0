import { plainLine } from '@recaps/domain/plain-text'
import { timeOfZone, writtenDay } from '@recaps/domain/written-date'
import { z } from 'zod'
import { defineMail, type MailTemplate, mailTemplate } from '../notifications/mail-kind.ts'
import { button, link, note, paragraph, parts, title } from '../notifications/mail-parts.ts'
import type { UserRow, Users } from '../users/service.ts'
import type { MailedTokens } from './mailed-tokens.ts'

/** The mails about getting into an account, and about who got in. */
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
      return token === null ? null : verifying(token, productName)
    }),
    // Whether the address has an account is asked here and not by whoever answers the request: the answer comes in the
    // same time for every address. It goes to the address of the account, however the one asked for was written.
    mailTemplate(resetPassword, async (_, envelope) => {
      const user = await users.byEmail(envelope.to)
      const token = user ? await tokens.issue('reset', user, envelope) : null
      return user && token !== null ? { to: user.email, ...resetting(user, token, productName) } : null
    }),
    mailTemplate(passwordChanged, async ({ at }, envelope) => {
      const user = await users.byId(envelope.userId ?? 0)
      return user ? changed(user, new Date(at), productName) : null
    }),
    mailTemplate(accountTakenOver, async ({ provider }) =>
      takenOver(provider === 'google' ? 'Google' : 'Apple', productName),
    ),
    mailTemplate(accountExists, async (_, envelope) => {
      const user = await users.byId(envelope.userId ?? 0)
      return user ? existing(user, productName) : null
    }),
  ]
}

/** Omits the name until the address is confirmed: an attacker who registers a stranger's address could put any text there. */
const greeting = ({ first_name, email_verified_at }: UserRow): string =>
  first_name && email_verified_at ? `Hello ${plainLine(first_name)},` : 'Hello,'

const verifying = (token: string, productName: string) => ({
  subject: `Confirm your email address for ${productName}`,
  preview: 'Log in and confirm, and summaries can be mailed to you.',
  content: parts(
    title('Confirm your email address'),
    paragraph('Hello,'),
    paragraph(`Please confirm that this address is yours, so that summaries of ${productName} can be mailed to it.`),
    button('Confirm address', `/verify-email?token=${token}`),
    note(
      'The link works for three days and asks you to log in. If you have no account there, do not confirm: leave this mail alone, or write to support.',
    ),
  ),
})

const resetting = (user: UserRow, token: string, productName: string) => ({
  subject: `Set a new password for ${productName}`,
  preview: 'The link works once, for 30 minutes.',
  content: parts(
    title('Set a new password'),
    paragraph(greeting(user)),
    paragraph('Somebody, hopefully you, asked to set a new password for your account.'),
    button('Set a new password', `${passwordPage}?token=${token}`),
    note('The link works once, for 30 minutes. If it was not you, do nothing: your password stays as it is.'),
  ),
})

const changed = (user: UserRow, at: Date, productName: string) => ({
  subject: `Your ${productName} password was changed`,
  preview: 'You have been logged out everywhere.',
  content: parts(
    title('Your password was changed'),
    paragraph(greeting(user)),
    paragraph(
      `The password of your account was changed on ${inZone(at, user.timezone)}. You have been logged out everywhere.`,
    ),
    note('If it was not you, ', link('set a new password', passwordPage), ' at once, and tell support.'),
  ),
})

const takenOver = (provider: string, productName: string) => ({
  subject: `Your address had a ${productName} account already`,
  preview: 'It is yours now. Nobody else can log in to it.',
  content: parts(
    title('This account is yours now'),
    paragraph('Hello,'),
    paragraph(
      `You signed in with ${provider}. There was an account with your address that had never been confirmed. If it was not you who registered it, somebody else did.`,
    ),
    paragraph(
      'Its password, its sessions and the links mailed for it no longer work, and its name and picture are gone. What was summarized and followed there is still in it.',
    ),
    button('Look at the account', '/account'),
    note(`You log in with ${provider}. To have a password too, `, link('set one', passwordPage), '.'),
  ),
})

const existing = (user: UserRow, productName: string) => ({
  subject: `You have a ${productName} account already`,
  preview: 'Somebody tried to register with your address.',
  content: parts(
    title('You have an account already'),
    paragraph(greeting(user)),
    paragraph(
      'Somebody, perhaps you, tried to make an account with this address. There is one already, and it was not touched.',
    ),
    button('Log in', '/login'),
    note('If it was not you, do nothing. Forgot the password? ', link('Set a new one', passwordPage)),
  ),
})

/** `November 21, 2026 at 3:30 PM, Europe/Rome time`: in the user's own. */
const inZone = (at: Date, timeZone: string): string =>
  `${writtenDay(at, { timeZone, year: 'always' })} at ${timeOfZone(at, timeZone)}`
