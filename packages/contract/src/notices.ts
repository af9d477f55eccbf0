import { z } from 'zod'
import { route } from './route.ts'
import { id, idParam, instant } from './schemas.ts'

export const noticeKinds = [
  'digest',
  'channel_paused',
  'channel_back',
  'schedule_paused',
  'mail_failed',
  'payment',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Something that happened while its user was away. */
export const notice = z.object({
  id,
  kind: z.enum(noticeKinds),
  title: z.string(),
  body: z.string(),
  /** Path of the app that it leads to. */
  path: z.string(),
  createdAt: instant,
  readAt: instant.nullable(),
})
export type Notice = z.infer<typeof notice>

/** So many are deleted, and brought back, by one call. */
export const maxNoticesAtOnce = 1_000

const ids = z.array(id).max(maxNoticesAtOnce)

export const notices = {
  list: route({
    method: 'GET',
    path: '/api/notices',
    summary: 'What happened while you were away, newest first',
    access: 'user',
    query: z.object({
      cursor: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).nullish(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    responses: {
      200: z.object({ data: z.array(notice), unread: z.number().int(), nextCursor: z.string().nullable() }),
    },
  }),
  read: route({
    method: 'POST',
    path: '/api/notices/read',
    summary: 'Mark notices as read: these, or all of them',
    access: 'user',
    body: z.object({ ids: z.array(id).max(100).nullish() }),
    responses: { 200: z.object({ unread: z.number().int() }) },
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/notices/{id}',
    summary: 'Delete a notice',
    access: 'user',
    params: idParam,
    responses: { 204: null },
  }),
  deleteRead: route({
    method: 'POST',
    path: '/api/notices/delete-read',
    summary: 'Delete the notices that were read, but for these: a thousand at a time, the newest first',
    access: 'user',
    body: z.object({ except: ids.nullish() }),
    responses: { 200: z.object({ ids }) },
  }),
  restore: route({
    method: 'POST',
    path: '/api/notices/restore',
    summary: 'Take the deletion of notices back, within a day; answers with those that are back',
    access: 'user',
    body: z.object({ ids }),
    responses: { 200: z.object({ ids }) },
  }),
}
