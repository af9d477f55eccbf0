import { type Handlers, Refusal } from './handler.ts'
import type { World } from './world.ts'

/** The calls about what happened, in memory. */
export function noticeHandlers(world: World): Handlers {
  const unread = () => world.notices.filter(({ readAt }) => readAt === null).length
  const putAway = (ids: readonly number[]) => {
    const gone = world.notices.filter(({ id }) => ids.includes(id))
    world.notices = world.notices.filter(notice => !gone.includes(notice))
    world.deletedNotices.push(...gone)
    return gone.map(({ id }) => id)
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
      if (putAway([(params as { id: number }).id]).length === 0) throw new Refusal('not_found')
      return {}
    },
    'notices.deleteRead'({ body }) {
      const except = (body as { except?: number[] | null }).except ?? []
      const read = world.notices.filter(({ id, readAt }) => readAt !== null && !except.includes(id))
      return { body: { ids: putAway(read.map(({ id }) => id)) } }
    },
    'notices.restore'({ body }) {
      const { ids } = body as { ids: number[] }
      const back = world.deletedNotices.filter(({ id }) => ids.includes(id))
      world.deletedNotices = world.deletedNotices.filter(({ id }) => !ids.includes(id))
      world.notices = [...world.notices, ...back].sort((one, other) => one.id - other.id)
      return { body: { ids: back.map(({ id }) => id) } }
    },
  }
}
