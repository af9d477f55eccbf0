import type { DeleteAccountBody, FeedbackEntry, SettingsChange } from '@recaps/contract'
import { HandlerFailure, type Handlers, type Input } from './handler.ts'
import type { World } from './world.ts'

/** Memory handlers for the account routes. */
export function accountHandlers(world: World): Handlers {
  const accountOf = (userId: number) => {
    const account = world.users.find(({ user }) => user.id === userId)
    if (!account) throw new HandlerFailure('unauthorized')
    return account
  }
  const accountOfMail = (token: string, purpose: 'reset' | 'verify') => {
    const mailed = world.mailTokens.get(token)
    if (mailed?.purpose !== purpose) throw new HandlerFailure('link_expired')
    world.mailTokens.delete(token)
    return accountOf(mailed.userId)
  }
  const endSessions = (userId: number) => {
    for (const [token, owner] of world.tokens) if (owner === userId) world.tokens.delete(token)
  }
  return {
    'auth.requestPasswordReset'({ body }) {
      const { email } = body as { email: string }
      const account = world.users.find(known => known.email === email)
      if (account)
        world.mailTokens.set(`reset-${world.mailTokens.size + 1}`, { purpose: 'reset', userId: account.user.id })
      return { body: { message: 'If this account exists, we’ve sent a link.' } }
    },
    'auth.resetPassword'({ body }) {
      const { token, newPassword } = body as { token: string; newPassword: string }
      if (newPassword === 'password') throw new HandlerFailure('password_too_common')
      const account = accountOfMail(token, 'reset')
      account.password = newPassword
      endSessions(account.user.id)
      return {}
    },
    'auth.verifyEmail'({ userId, body }) {
      const { token } = body as { token: string }
      const owner = world.mailTokens.get(token)?.userId
      if (owner !== undefined && owner !== userId) throw new HandlerFailure('link_of_another')
      accountOfMail(token, 'verify').user.emailVerified = true
      return {}
    },
    'auth.resendVerification'({ userId }) {
      world.mailTokens.set(`verify-${world.mailTokens.size + 1}`, { purpose: 'verify', userId })
      return {}
    },
    'users.profile': ({ userId }) => ({ body: accountOf(userId).user }),
    'users.changeProfile'({ userId, body }) {
      const { firstName, lastName } = body as { firstName: string; lastName: string }
      return { body: Object.assign(accountOf(userId).user, { firstName, lastName }) }
    },
    'users.changePassword'({ userId, body }) {
      const { currentPassword, newPassword } = body as { currentPassword: string; newPassword: string }
      const account = accountOf(userId)
      if (account.password !== currentPassword) throw new HandlerFailure('wrong_password')
      account.password = newPassword
      endSessions(userId)
      return {}
    },
    'users.pictureUploadUrl'({ userId }) {
      const path = `/uploads/${userId}-${world.uploads.size + 1}`
      return { body: { uploadUrl: `${path}?signature=x`, fileUrl: path } }
    },
    'users.picture'({ userId, body }) {
      const { profilePicture } = body as { profilePicture: string | null }
      const upload = profilePicture === null ? null : world.uploads.get(profilePicture)
      if (upload === undefined) throw new HandlerFailure('upload_unknown')
      if (upload?.type === 'image/svg+xml') throw new HandlerFailure('picture_unreadable')
      return { body: Object.assign(accountOf(userId).user, { profilePicture: upload ? '/icon-192.png' : null }) }
    },
    'users.settings': () => ({ body: world.settings }),
    'users.changeSettings'({ body }) {
      const { mail, push, ...change } = body as SettingsChange
      Object.assign(world.settings, change)
      Object.assign(world.settings.mail, mail)
      Object.assign(world.settings.push, push)
      return { body: world.settings }
    },
    'voices.list': () => ({ body: { data: world.voices } }),
    'users.sessions': () => ({ body: { data: world.sessions } }),
    'users.endSession'({ params }: Input) {
      const { id } = params as { id: string }
      world.sessions = world.sessions.filter(session => String(session.id) !== id)
      return {}
    },
    'account.export': () => ({ body: world.export }),
    'account.requestExport'() {
      world.export = { ...world.export, state: 'preparing', requestedAt: new Date(world.now()).toISOString() }
      return { status: 202, body: world.export }
    },
    'account.delete'({ userId, body }) {
      const { password, email } = body as DeleteAccountBody
      const account = accountOf(userId)
      if (password && password !== account.password) throw new HandlerFailure('wrong_password')
      if (email && email !== account.email) throw new HandlerFailure('address_differs')
      world.users = world.users.filter(known => known !== account)
      endSessions(userId)
      return {}
    },
    'feedback.send'({ body }) {
      const { subject, message, email, copy } = body as Pick<FeedbackEntry, 'subject' | 'message' | 'email'> & {
        copy?: true
      }
      const createdAt = new Date(world.now()).toISOString()
      const data = { id: world.feedback.length + 1, email: email || null, subject, message, createdAt, updatedAt: null }
      world.feedback.push(data)
      if (copy) world.feedbackCopies.push(data.id)
      return { body: { success: true, message: 'Thank you.', data } }
    },
  }
}
