import { z } from 'zod'
import { route } from './route.ts'
import { timestamp } from './schemas.ts'

export const exportStates = ['none', 'preparing', 'ready', 'failed'] as const

/** The newest export of the user's data. */
export const accountExport = z.object({
  state: z.enum(exportStates),
  requestedAt: timestamp.nullable(),
  readyAt: timestamp.nullable(),
  /** When the download expires. */
  expiresAt: timestamp.nullable(),
  bytes: z.number().int().nullable(),
  /** Same-origin path of the zip file, valid only for this session. */
  url: z.string().nullable(),
})
export type AccountExport = z.infer<typeof accountExport>

/** Proves that the account is the caller's: its password, or for an account without one its email address and a recent login. */
export const deleteAccountBody = z.object({
  password: z.string().max(1024).nullish(),
  email: z.string().max(254).nullish(),
})
export type DeleteAccountBody = z.infer<typeof deleteAccountBody>

export const account = {
  export: route({
    method: 'GET',
    path: '/api/users/export',
    summary: 'Get the state of your newest data export, and its link when it is ready',
    access: 'user',
    session: true,
    responses: { 200: accountExport },
  }),
  requestExport: route({
    method: 'POST',
    path: '/api/users/export',
    summary: 'Export all your data as a zip: 202 for a new export, 200 for one in progress',
    access: 'user',
    session: true,
    responses: { 202: accountExport, 200: accountExport },
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/users/account',
    summary: 'Delete your account immediately; its data is erased after 30 days',
    access: 'user',
    session: true,
    body: deleteAccountBody,
    responses: { 204: null },
  }),
}
