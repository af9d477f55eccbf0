import { countedSteps, pageKinds } from '@recaps/domain/analytics'
import { z } from 'zod'
import { route } from './route.ts'

export const countedEvent = z.object({
  /** The kind of page that was opened, or on which the step was taken. */
  page: z.enum(pageKinds),
  step: z.enum(countedSteps).nullish(),
})
export type CountedEvent = z.infer<typeof countedEvent>

export const analytics = {
  count: route({
    method: 'POST',
    path: '/api/analytics/events',
    summary: 'Count a page view or a step by a visitor who has consented; 404 if analytics is off',
    access: 'public',
    body: countedEvent,
    responses: { 204: null },
  }),
}
