import { z } from 'zod'
import { route } from './route.ts'
import { instant } from './schemas.ts'

export const exportStates = ['none', 'preparing', 'ready', 'failed'] as const

/** The newest export of everything that is yours: none, in work, there to be fetched, or failed. */
export const accountExport = z.object({
  state: z.enum(exportStates),
  requestedAt: instant.nullable(),
  readyAt: instant.nullable(),
  /** Until when it can be fetched. */
  expiresAt: instant.nullable(),
  bytes: z.number().int().nullable(),
  /** Same-origin path of the zip, for this session alone. */
  url: z.string().nullable(),
})
export type AccountExport = z.infer<typeof accountExport>

/**
 * Who deletes an account shows that it is theirs: by its password; or, where it has none, by its address and by having
 * logged in a moment ago.
 */
export const deleteAccountBody = z.object({
  password: z.string().max(1024).nullish(),
  email: z.string().max(254).nullish(),
})
export type DeleteAccountBody = z.infer<typeof deleteAccountBody>

export const account = {
  export: route({
    method: 'GET',
    path: '/api/users/export',
    summary: 'How far your newest export is, and its link when it is there',
    access: 'user',
    session: true,
    responses: { 200: accountExport },
  }),
  requestExport: route({
    method: 'POST',
    path: '/api/users/export',
    summary: 'Have everything that is yours put into one zip: 202 for a new one, 200 for the one in work',
    access: 'user',
    session: true,
    responses: { 202: accountExport, 200: accountExport },
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/users/account',
    summary: 'Delete your account: at once for everybody, and for good after 30 days',
    access: 'user',
    session: true,
    body: deleteAccountBody,
    responses: { 204: null },
  }),
}
