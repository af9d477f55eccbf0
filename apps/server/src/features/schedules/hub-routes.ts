import type { Context } from 'hono'
import { AppError } from '../../errors.ts'
import { readBytes } from '../../http/body.ts'
import { clientNetwork } from '../../http/client-address.ts'
import type { Limits } from '../../http/limits.ts'
import type { Router } from '../../http/router.ts'
import type { ChannelHub } from './hub-service.ts'

const maxBytes = 1024 * 1024

/**
 * Callback of the hub: GET verifies subscriptions, POST receives uploads. Each channel has its own URL with a secret, and any
 * other URL gets a 404. Requests count against the rate limit before they are read; correctly signed ones are refunded.
 */
export function bindChannelHub(
  { app }: Router,
  hub: ChannelHub,
  { limits, trustedProxies }: { limits: Limits; trustedProxies: number },
): void {
  const networkOf = (c: Context) => clientNetwork(c, trustedProxies)

  async function receive(c: Context, channelId: string): Promise<boolean> {
    const body = await readBytes(c, maxBytes, () => new AppError('too_large'))
    const isAccepted = await hub.receive(channelId, body, c.req.header('x-hub-signature'))
    if (isAccepted) await limits.refundCall('hook', networkOf(c))
    return isAccepted
  }

  app.use('/hooks/youtube/*', async (c, next) => {
    await limits.take('hook', networkOf(c))
    await next()
  })
  app.use('/hooks/youtube/:channelId/:secret', async (c, next) => {
    if (!hub.isCallback(c.req.param('channelId'), c.req.param('secret'))) throw new AppError('not_found')
    await next()
  })

  app.get('/hooks/youtube/:channelId/:secret', async c => {
    const query = new URL(c.req.url).searchParams
    const param = (name: string) => query.get(`hub.${name}`) ?? ''
    const challenge = await hub.verify(c.req.param('channelId'), {
      mode: param('mode'),
      topic: param('topic'),
      challenge: param('challenge').slice(0, 500),
      leaseSeconds: /^\d{1,9}$/.test(param('lease_seconds')) ? Number(param('lease_seconds')) : 0,
    })
    if (challenge === null) throw new AppError('not_found')
    return c.text(challenge)
  })

  app.post('/hooks/youtube/:channelId/:secret', async c => {
    await receive(c, c.req.param('channelId'))
    // The same response for accepted and rejected messages (WebSub, section 8).
    return c.body(null, 202)
  })

  // For subscriptions made before the URL had a secret, until they are renewed with the new URL.
  app.post('/hooks/youtube/:channelId', async c => {
    if (!(await receive(c, c.req.param('channelId')))) throw new AppError('not_found')
    return c.body(null, 202)
  })
}
