import { z } from 'zod'
import { route } from './route.ts'
import { instant } from './schemas.ts'

/** A channel that you do not want to meet in the popular list, by the name it had when you hid it. */
export const hiddenChannel = z.object({ channelId: z.string(), channel: z.string(), hiddenAt: instant })
export type HiddenChannel = z.infer<typeof hiddenChannel>

const params = z.object({ channelId: z.string().regex(/^UC[\w-]{22}$/) })
const path = '/api/summaries/most-viewed/hidden-channels/{channelId}'

/** What its reader wants of the popular list; the list itself is `summaries.mostViewed`. */
export const popular = {
  hidden: route({
    method: 'GET',
    path: '/api/summaries/most-viewed/hidden-channels',
    summary: 'The channels that you have hidden in the popular list, newest first',
    access: 'user',
    responses: { 200: z.object({ data: z.array(hiddenChannel) }) },
  }),
  hide: route({
    method: 'PUT',
    path,
    summary: 'Hide a channel in the popular list, for you alone; one that is hidden already stays hidden',
    access: 'user',
    params,
    responses: { 204: null },
  }),
  show: route({
    method: 'DELETE',
    path,
    summary: 'Show a channel in the popular list again; one that is not hidden stays shown',
    access: 'user',
    params,
    responses: { 204: null },
  }),
}
