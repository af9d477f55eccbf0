import { emailPattern } from '@recaps/domain/email-address'
import { z } from 'zod'
import { newPassword } from './password.ts'
import { route } from './route.ts'
import { id, timestamp } from './schemas.ts'
import { plan } from './subscriptions.ts'
import { focus, maxLength, presets } from './summaries.ts'

export const user = z.object({
  id,
  email: z.email({ pattern: emailPattern }).meta({ format: 'idn-email' }),
  emailVerified: z.boolean(),
  /** Whether this account runs the server. It is shown how to fix failures, but has no further permissions. */
  isAdmin: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profilePicture: z.string().nullable(),
  /** IANA time zone. The three `dst…` fields are derived from it for the current year. */
  timezone: z.string(),
  dstEnabled: z.boolean(),
  dstStart: timestamp.nullable(),
  dstEnd: timestamp.nullable(),
  /** The user's current plans; the first one is the active plan. */
  subscriptions: z.array(plan),
})
export type User = z.infer<typeof user>

const missingNameErrors = { firstName: 'First name is required', lastName: 'Last name is required' }
const name = (missing: string) =>
  z.string({ error: missing }).trim().max(100, { error: 'Names can have up to 100 characters' })

/** A name may have a single letter, and one of the two names may be empty. */
export const profileBody = z
  .object({
    firstName: name(missingNameErrors.firstName),
    lastName: name(missingNameErrors.lastName),
    /** Ignored: only support can change email addresses. */
    email: z.string().max(254).nullish(),
  })
  .superRefine(({ firstName, lastName }, context) => {
    if (firstName || lastName) return
    for (const [field, message] of Object.entries(missingNameErrors))
      context.addIssue({ code: 'custom', path: [field], message })
  })
  .meta({
    anyOf: Object.keys(missingNameErrors).map(field => ({ properties: { [field]: { pattern: String.raw`\S` } } })),
  })

export const passwordBody = z.object({ currentPassword: z.string().min(1).max(1024), newPassword })

export const settings = z.object({
  /** IANA time zone. */
  timeZone: z.string().max(64),
  /** Id of a voice from `GET /api/voices`, for new summaries. Null: the default voice. */
  voice: z.string().min(1).max(200).nullable(),
  defaultPreset: z.enum(presets),
  defaultMaxLength: maxLength,
  /** Prefills the focus in the form for a new summary; requests have their own focus. Null: no focus. */
  defaultFocus: focus.nullable(),
  /** Whether your summaries may count toward the popular list. */
  showInPopular: z.boolean(),
  mail: z.object({ digest: z.boolean(), product: z.boolean() }),
  push: z.object({ digest: z.boolean(), ready: z.boolean(), product: z.boolean() }),
})
export type Settings = z.infer<typeof settings>

/** Missing fields stay unchanged. */
export const settingsBody = settings
  .extend({ mail: settings.shape.mail.partial(), push: settings.shape.push.partial() })
  .partial()
export type SettingsChange = z.infer<typeof settingsBody>

export const session = z.object({
  id,
  /** Browser and system, such as `Firefox on Linux`; null if unknown. */
  device: z.string().nullable(),
  /** The /24 or /64 network from which the user logged in. */
  network: z.string().nullable(),
  createdAt: timestamp,
  seenAt: timestamp,
  /** Whether this is the session of the request. */
  isCurrent: z.boolean(),
})
export type SessionInfo = z.infer<typeof session>

const notAnImage = { error: 'Please select an image file' }
/** The media type of the picture. The following PUT must send the same one. */
export const pictureUploadBody = z.object({
  fileType: z
    .string(notAnImage)
    .max(100, notAnImage)
    .regex(/^image\/[\w.+-]+$/, notAnImage),
})
/** `uploadUrl` takes the PUT of the file: a path on this server or a URL of the storage. `fileUrl` identifies the uploaded file. */
export const uploadTarget = z.object({ uploadUrl: z.string(), fileUrl: z.string() })
export type UploadTarget = z.infer<typeof uploadTarget>

const pictureUpload = {
  method: 'POST',
  summary: 'Get an upload URL for a new profile picture (up to 5 MiB, valid for ten minutes)',
  access: 'user',
  session: true,
  body: pictureUploadBody,
  responses: { 200: uploadTarget },
} as const

export const users = {
  /** The specification gives both paths. */
  pictureUploadUrl: route({ ...pictureUpload, path: '/api/users/profile-picture-upload-url' }),
  pictureUploadUrlNested: route({ ...pictureUpload, path: '/api/users/profile-picture/upload-url' }),
  picture: route({
    method: 'PUT',
    path: '/api/users/profile-picture',
    summary: 'Set an uploaded file as your profile picture, or remove the picture with null',
    access: 'user',
    session: true,
    body: z.object({ profilePicture: z.string().max(2048).nullable() }),
    responses: { 200: user },
  }),
  profile: route({
    method: 'GET',
    path: '/api/users/profile',
    summary: 'Get your profile',
    access: 'user',
    session: true,
    responses: { 200: user },
  }),
  changeProfile: route({
    method: 'PUT',
    path: '/api/users/profile',
    summary: 'Change your name (only support can change your email address)',
    access: 'user',
    session: true,
    body: profileBody,
    responses: { 200: user },
  }),
  changePassword: route({
    method: 'PUT',
    path: '/api/users/password',
    summary: 'Change your password and end all sessions, including this one',
    access: 'user',
    session: true,
    body: passwordBody,
    responses: { 204: null },
  }),
  settings: route({
    method: 'GET',
    path: '/api/users/settings',
    summary: 'Get your settings',
    access: 'user',
    session: true,
    responses: { 200: settings },
  }),
  changeSettings: route({
    method: 'PUT',
    path: '/api/users/settings',
    summary: 'Update your settings; missing fields stay unchanged',
    access: 'user',
    session: true,
    body: settingsBody,
    responses: { 200: settings },
  }),
  sessions: route({
    method: 'GET',
    path: '/api/users/sessions',
    summary: 'List the sessions in which you are logged in',
    access: 'user',
    session: true,
    responses: { 200: z.object({ data: z.array(session) }) },
  }),
  endSession: route({
    method: 'DELETE',
    path: '/api/users/sessions/{id}',
    summary: 'End another session; has no effect if it has already ended or is not yours',
    access: 'user',
    session: true,
    /** Accepts any text, because a 404 from this call would log the caller out. */
    params: z.object({ id: z.string() }),
    responses: { 204: null },
  }),
}
