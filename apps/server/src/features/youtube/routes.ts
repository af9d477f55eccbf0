import { youtube as contract } from '@recaps/contract/youtube'
import { AppError } from '../../errors.ts'
import type { Limits } from '../../http/limits.ts'
import type { Router } from '../../http/router.ts'
import type { FetchedImage } from '../../ports/images.ts'
import type { Youtube } from './service.ts'

export function bindYoutube({ app, bind }: Router, youtube: Youtube, limits: Limits): void {
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
    return picture(image, 'private, max-age=86400')
  })
  app.get('/thumbnails/:file', async c => {
    const videoId = /^([A-Za-z0-9_-]{11})\.jpg$/.exec(c.req.param('file'))?.[1]
    if (!videoId) throw new AppError('not_found')
    return picture(await youtube.thumbnail(videoId), 'public, max-age=604800')
  })
}

const picture = (image: FetchedImage, caching: string): Response =>
  new Response(Buffer.from(image.bytes), {
    headers: {
      'Content-Type': image.contentType,
      'Content-Length': String(image.bytes.byteLength),
      'Cache-Control': caching,
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  })
