import { emailPattern } from '@recaps/domain/email-address'
import { z } from 'zod'
import { newPassword } from './password.ts'
import { route } from './route.ts'
import { id, instant } from './schemas.ts'
import { plan } from './subscriptions.ts'
import { focus, maxLength, presets } from './summaries.ts'

export const user = z.object({
  id,
  email: z.email({ pattern: emailPattern }).meta({ format: 'idn-email' }),
  emailVerified: z.boolean(),
  /** Whether this account runs the server: it is shown how to mend failures, and may do no more than others. */
  isAdmin: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profilePicture: z.string().nullable(),
  /** IANA zone. The three `dst…` fields are derived from it for the current year. */
  timezone: z.string(),
  dstEnabled: z.boolean(),
  dstStart: instant.nullable(),
  dstEnd: instant.nullable(),
  /** The plans that count for this user; the first one is the active plan. */
  subscriptions: z.array(plan),
})
export type User = z.infer<typeof user>

const nameMissing = { firstName: 'First name is required', lastName: 'Last name is required' }
const name = (missing: string) =>
  z.string({ error: missing }).trim().max(100, { error: 'A name has at most 100 characters' })

/** One letter is a name, and so is one name alone: the other is then empty. */
export const profileBody = z
  .object({
    firstName: name(nameMissing.firstName),
    lastName: name(nameMissing.lastName),
    /** Ignored: addresses are changed by support. */
    email: z.string().max(254).nullish(),
  })
  .superRefine(({ firstName, lastName }, context) => {
    if (firstName || lastName) return
    for (const [field, message] of Object.entries(nameMissing))
      context.addIssue({ code: 'custom', path: [field], message })
  })
  .meta({ anyOf: Object.keys(nameMissing).map(field => ({ properties: { [field]: { pattern: String.raw`\S` } } })) })

export const passwordBody = z.object({ currentPassword: z.string().min(1).max(1024), newPassword })

export const settings = z.object({
  /** IANA zone. */
  timeZone: z.string().max(64),
  /** Id of a voice that `GET /api/voices` offers, for summaries from now on. Null: the default one. */
  voice: z.string().min(1).max(200).nullable(),
  defaultPreset: z.enum(presets),
  defaultMaxLength: maxLength,
  /** What the form for a new summary proposes to dwell on; a request says itself what it wants. Null: nothing. */
  defaultFocus: focus.nullable(),
  /** Whether videos of yours may count for the popular list. */
  showInPopular: z.boolean(),
  mail: z.object({ digest: z.boolean(), product: z.boolean() }),
  push: z.object({ digest: z.boolean(), ready: z.boolean(), product: z.boolean() }),
})
export type Settings = z.infer<typeof settings>

/** What is absent stays as it is. */
export const settingsBody = settings
  .extend({ mail: settings.shape.mail.partial(), push: settings.shape.push.partial() })
  .partial()
export type SettingsChange = z.infer<typeof settingsBody>

export const session = z.object({
  id,
  /** Browser and system, such as `Firefox on Linux`; null when it could not be told. */
  device: z.string().nullable(),
  /** The /24 or /64 network it was opened from. */
  network: z.string().nullable(),
  createdAt: instant,
  seenAt: instant,
  /** The session that asks. */
  isCurrent: z.boolean(),
})
export type SessionInfo = z.infer<typeof session>

const notAnImage = { error: 'Please select an image file' }
/** The media type of the picture, which the PUT that follows must name as well. */
export const pictureUploadBody = z.object({
  fileType: z
    .string(notAnImage)
    .max(100, notAnImage)
    .regex(/^image\/[\w.+-]+$/, notAnImage),
})
/** Where the file is PUT to, a path of ours or an address of the storage, and what names it afterwards. */
export const uploadTarget = z.object({ uploadUrl: z.string(), fileUrl: z.string() })
export type UploadTarget = z.infer<typeof uploadTarget>

const pictureUpload = {
  method: 'POST',
  summary: 'Where to PUT a new profile picture: at most 5 MiB, within ten minutes',
  access: 'user',
  session: true,
  body: pictureUploadBody,
  responses: { 200: uploadTarget },
} as const

export const users = {
  /** Both readings of the specification. */
  pictureUploadUrl: route({ ...pictureUpload, path: '/api/users/profile-picture-upload-url' }),
  pictureUploadUrlNested: route({ ...pictureUpload, path: '/api/users/profile-picture/upload-url' }),
  picture: route({
    method: 'PUT',
    path: '/api/users/profile-picture',
    summary: 'Make the uploaded file your profile picture; null removes it',
    access: 'user',
    session: true,
    body: z.object({ profilePicture: z.string().max(2048).nullable() }),
    responses: { 200: user },
  }),
  profile: route({
    method: 'GET',
    path: '/api/users/profile',
    summary: 'Read your profile',
    access: 'user',
    session: true,
    responses: { 200: user },
  }),
  changeProfile: route({
    method: 'PUT',
    path: '/api/users/profile',
    summary: 'Change your name; the email address is changed by support',
    access: 'user',
    session: true,
    body: profileBody,
    responses: { 200: user },
  }),
  changePassword: route({
    method: 'PUT',
    path: '/api/users/password',
    summary: 'Change your password; every session ends, this one too',
    access: 'user',
    session: true,
    body: passwordBody,
    responses: { 204: null },
  }),
  settings: route({
    method: 'GET',
    path: '/api/users/settings',
    summary: 'Read your settings',
    access: 'user',
    session: true,
    responses: { 200: settings },
  }),
  changeSettings: route({
    method: 'PUT',
    path: '/api/users/settings',
    summary: 'Change some of your settings',
    access: 'user',
    session: true,
    body: settingsBody,
    responses: { 200: settings },
  }),
  sessions: route({
    method: 'GET',
    path: '/api/users/sessions',
    summary: 'List where you are logged in',
    access: 'user',
    session: true,
    responses: { 200: z.object({ data: z.array(session) }) },
  }),
  endSession: route({
    method: 'DELETE',
    path: '/api/users/sessions/{id}',
    summary: 'Log out elsewhere; a session that is over already, or is not yours, changes nothing',
    access: 'user',
    session: true,
    /** Of any form: a 404 of this call would log the caller out. */
    params: z.object({ id: z.string() }),
    responses: { 204: null },
  }),
}
