import { z } from 'zod'
import { route } from './route.ts'
import { id, instant } from './schemas.ts'

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

export const notices = {
  list: route({
    method: 'GET',
    path: '/api/notices',
    summary: 'What happened while you were away, newest first',
    access: 'user',
    query: z.object({
      cursor: z.coerce.number().int().positive().nullish(),
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
}
