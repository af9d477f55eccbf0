import { z } from 'zod'
import { route } from './route.ts'
import { id, idParam, timestamp } from './schemas.ts'

export const noticeKinds = [
  'digest',
  'channel_paused',
  'channel_back',
  'schedule_paused',
  'mail_failed',
  'payment',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** An in-app notification about something that happened while the user was away. */
export const notice = z.object({
  id,
  kind: z.enum(noticeKinds),
  title: z.string(),
  body: z.string(),
  /** Path in the app that it links to. */
  path: z.string(),
  createdAt: timestamp,
  readAt: timestamp.nullable(),
})
export type Notice = z.infer<typeof notice>

/** Maximum number deleted or restored by one call. */
export const maxNoticesPerCall = 1_000

const ids = z.array(id).max(maxNoticesPerCall)

export const notices = {
  list: route({
    method: 'GET',
    path: '/api/notices',
    summary: 'List your in-app notifications, newest first',
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
    summary: 'Mark the given in-app notifications as read, or all of them',
    access: 'user',
    body: z.object({ ids: z.array(id).max(100).nullish() }),
    responses: { 200: z.object({ unread: z.number().int() }) },
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/notices/{id}',
    summary: 'Delete an in-app notification',
    access: 'user',
    params: idParam,
    responses: { 204: null },
  }),
  deleteRead: route({
    method: 'POST',
    path: '/api/notices/delete-read',
    summary: 'Delete read in-app notifications except the given ones (up to 1,000 per call, newest first)',
    access: 'user',
    body: z.object({ except: ids.nullish() }),
    responses: { 200: z.object({ ids }) },
  }),
  restore: route({
    method: 'POST',
    path: '/api/notices/restore',
    summary: 'Restore in-app notifications deleted within the last day; returns the restored ids',
    access: 'user',
    body: z.object({ ids }),
    responses: { 200: z.object({ ids }) },
  }),
}
