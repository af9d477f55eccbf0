import { z } from 'zod'
import { route } from './route.ts'
import { timestamp } from './schemas.ts'

/** A channel hidden from the user's popular list. `channel` is its name at the time it was hidden. */
export const hiddenChannel = z.object({ channelId: z.string(), channel: z.string(), hiddenAt: timestamp })
export type HiddenChannel = z.infer<typeof hiddenChannel>

const params = z.object({ channelId: z.string().regex(/^UC[\w-]{22}$/) })
const path = '/api/summaries/most-viewed/hidden-channels/{channelId}'

/** User preferences for the popular list. The list itself is `summaries.mostViewed`. */
export const popular = {
  hidden: route({
    method: 'GET',
    path: '/api/summaries/most-viewed/hidden-channels',
    summary: 'List the channels you have hidden from the popular list, newest first',
    access: 'user',
    responses: { 200: z.object({ data: z.array(hiddenChannel) }) },
  }),
  hide: route({
    method: 'PUT',
    path,
    summary: 'Hide a channel from your popular list; has no effect if it is already hidden',
    access: 'user',
    params,
    responses: { 204: null },
  }),
  show: route({
    method: 'DELETE',
    path,
    summary: 'Show a channel in your popular list again; has no effect if it is not hidden',
    access: 'user',
    params,
    responses: { 204: null },
  }),
}
