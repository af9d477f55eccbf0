import type { Context } from 'hono'
import { AppError } from '../../errors.ts'
import { readBytes } from '../../http/body.ts'
import { clientNetwork } from '../../http/client-address.ts'
import type { Limits } from '../../http/limits.ts'
import type { Router } from '../../http/router.ts'
import type { ChannelHub } from './hub-service.ts'

const mostBytes = 1024 * 1024

/**
 * Where the hub asks whether we mean it, and where it tells of uploads. Each channel has an address that holds a secret; without
 * it nothing is there. Every call counts before anything else is done, and one that was rightly signed is given back.
 */
export function bindChannelHub(
  { app }: Router,
  hub: ChannelHub,
  { limits, trustedProxies }: { limits: Limits; trustedProxies: number },
): void {
  const networkOf = (c: Context) => clientNetwork(c, trustedProxies)

  async function receive(c: Context, channelId: string): Promise<boolean> {
    const body = await readBytes(c, mostBytes, () => new AppError('too_large'))
    const isTaken = await hub.receive(channelId, body, c.req.header('x-hub-signature'))
    if (isTaken) await limits.giveBack('hook', networkOf(c))
    return isTaken
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
    const asked = new URL(c.req.url).searchParams
    const param = (name: string) => asked.get(`hub.${name}`) ?? ''
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
    // The same whether it was taken or not (WebSub, section 8).
    return c.body(null, 202)
  })

  // Subscriptions from before the address had a secret, until their lease ends and they are renewed at the new one.
  app.post('/hooks/youtube/:channelId', async c => {
    if (!(await receive(c, c.req.param('channelId')))) throw new AppError('not_found')
    return c.body(null, 202)
  })
}
