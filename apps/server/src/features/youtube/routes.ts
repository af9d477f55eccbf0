import { youtube as contract } from '@recaps/contract/youtube'
import { AppError } from '../../errors.ts'
import { clientNetwork } from '../../http/client-address.ts'
import { imageResponse } from '../../http/image-response.ts'
import type { Limits } from '../../http/limits.ts'
import type { Router } from '../../http/router.ts'
import type { Youtube } from './service.ts'

export function bindYoutube(
  { app, bind }: Router,
  youtube: Youtube,
  { limits, trustedProxies }: { limits: Limits; trustedProxies: number },
): void {
  bind(contract.channels, async ({ query }, { session }) => {
    await limits.take('outside', String(session.userId))
    return await youtube.channels(query.query, query.page)
  })
  bind(contract.videos, async ({ query }, { session }) => {
    await limits.take('outside', String(session.userId))
    return await youtube.videos(query.query, query.page)
  })
  bind(contract.proxyThumbnail, async ({ query }, { context }) => {
    const image = await youtube.proxied(query.url)
    if (context.req.header('accept')?.includes('application/json'))
      return { image: `data:${image.contentType};base64,${Buffer.from(image.bytes).toString('base64')}` }
    return imageResponse(image, 'private, max-age=86400')
  })
  app.get('/thumbnails/:file', async c => {
    const grant = youtube.thumbnails.grantOf({ ...c.req.query(), file: c.req.param('file') })
    // Check the signature before any lookup, so that response times reveal nothing either.
    if (!grant) throw new AppError('not_found')
    await limits.take(grant.isFresh ? 'thumbnail_fresh' : 'thumbnail', clientNetwork(c, trustedProxies))
    return imageResponse(await youtube.thumbnails.picture(grant), 'private, max-age=604800')
  })
}
