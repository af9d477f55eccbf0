import { z } from 'zod'
import { route } from './route.ts'

export const health = {
  status: route({
    method: 'GET',
    path: '/health',
    summary: 'Whether the service and its database answer',
    access: 'public',
    responses: { 200: z.object({ status: z.enum(['ok', 'stopping']) }) },
  }),
  version: route({
    method: 'GET',
    path: '/health/version',
    summary: 'The version of the API and of the program, and whether it runs in the demo',
    access: 'public',
    responses: {
      200: z.object({ version: z.string(), app: z.string(), product: z.string(), demo: z.boolean() }),
    },
  }),
}
