import { countedSteps, pageKinds } from '@recaps/domain/analytics'
import { z } from 'zod'
import { route } from './route.ts'

export const countedEvent = z.object({
  /** The kind of the page, or where a step was taken. */
  page: z.enum(pageKinds),
  step: z.enum(countedSteps).nullish(),
})
export type CountedEvent = z.infer<typeof countedEvent>

export const analytics = {
  count: route({
    method: 'POST',
    path: '/api/analytics/events',
    summary: 'Count a page, or a step on it, of somebody who has allowed it; not found where nothing is counted',
    access: 'public',
    body: countedEvent,
    responses: { 204: null },
  }),
}
