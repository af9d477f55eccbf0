import type { Context } from 'hono'
import { AppError } from '../../errors.ts'
import { readBytes } from '../../http/body.ts'
import { clientNetwork } from '../../http/client-address.ts'
import type { Limits } from '../../http/limits.ts'
import type { Router } from '../../http/router.ts'
import type { ChannelHub } from './hub-service.ts'

const mostBytes = 1024 * 1024

/** Where the hub asks whether we mean it, and where it tells of uploads. Whoever else calls learns nothing. */
export function bindChannelHub(
  { app }: Router,
  hub: ChannelHub,
  { limits, trustedProxies }: { limits: Limits; trustedProxies: number },
): void {
  const take = (c: Context) => limits.take('hook', clientNetwork(c, trustedProxies))

  app.get('/hooks/youtube/:channelId', async c => {
    await take(c)
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

  app.post('/hooks/youtube/:channelId', async c => {
    await take(c)
    const body = await readBytes(c, mostBytes, () => new AppError('too_large'))
    await hub.receive(c.req.param('channelId'), body, c.req.header('x-hub-signature'))
    // The same whether it was taken or not (WebSub, section 8).
    return c.body(null, 202)
  })
}
