import { HandlerFailure, type Handlers } from './handler.ts'
import type { World } from './world.ts'

/** Memory handlers for the notification list. */
export function notificationHandlers(world: World): Handlers {
  const unread = () => world.notices.filter(({ readAt }) => readAt === null).length
  const remove = (ids: readonly number[]) => {
    const removed = world.notices.filter(({ id }) => ids.includes(id))
    world.notices = world.notices.filter(notice => !removed.includes(notice))
    world.deletedNotices.push(...removed)
    return removed.map(({ id }) => id)
  }
  return {
    'notices.list'({ query }) {
      const { cursor, limit } = query as { cursor?: number | null; limit: number }
      const from = cursor ?? 0
      const nextCursor = from + limit < world.notices.length ? String(from + limit) : null
      return { body: { data: world.notices.slice(from, from + limit), unread: unread(), nextCursor } }
    },
    'notices.read'({ body }) {
      const { ids } = body as { ids?: number[] | null }
      const readAt = new Date(world.now()).toISOString()
      for (const notice of world.notices) if (!ids || ids.includes(notice.id)) notice.readAt ??= readAt
      return { body: { unread: unread() } }
    },
    'notices.delete'({ params }) {
      if (remove([(params as { id: number }).id]).length === 0) throw new HandlerFailure('not_found')
      return {}
    },
    'notices.deleteRead'({ body }) {
      const except = (body as { except?: number[] | null }).except ?? []
      const read = world.notices.filter(({ id, readAt }) => readAt !== null && !except.includes(id))
      return { body: { ids: remove(read.map(({ id }) => id)) } }
    },
    'notices.restore'({ body }) {
      const { ids } = body as { ids: number[] }
      const restored = world.deletedNotices.filter(({ id }) => ids.includes(id))
      world.deletedNotices = world.deletedNotices.filter(({ id }) => !ids.includes(id))
      world.notices = [...world.notices, ...restored].sort((one, other) => one.id - other.id)
      return { body: { ids: restored.map(({ id }) => id) } }
    },
  }
}
