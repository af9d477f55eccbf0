import { users as contract } from '@recaps/contract/users'
import { AppError } from '../../errors.ts'
import { readBytes } from '../../http/body.ts'
import type { Limits } from '../../http/limits.ts'
import type { Caller, Router } from '../../http/router.ts'
import { pictureLimitBytes, type UserPictures } from './pictures.ts'
import type { Users } from './service.ts'

interface Deps {
  pictures: UserPictures
  users: Users
  limits: Limits
  /** Other origins that may call the API. */
  allowedOrigins: readonly string[]
}

export function bindPictures({ app, bind }: Router, { pictures, users, limits, allowedOrigins }: Deps): void {
  const target = async ({ body }: { body: { fileType: string } }, { session, context }: Caller) => {
    await limits.take('picture', String(session.userId))
    const isCrossOrigin = allowedOrigins.includes(context.req.header('origin') ?? '')
    return await pictures.uploadTarget(session.userId, body.fileType, { isToUs: isCrossOrigin })
  }
  bind(contract.pictureUploadUrl, target)
  bind(contract.pictureUploadUrlNested, target)

  bind(contract.picture, async ({ body }, { session }) => {
    await pictures.choose(session.userId, body.profilePicture)
    return await users.profile(session.userId)
  })

  app.put('/uploads/:key', async c => {
    const { expires = '', signature = '' } = c.req.query()
    const contentType = c.req.header('content-type') ?? ''
    await pictures.receive({ key: c.req.param('key'), expires, signature, contentType }, userId =>
      c
        .get('openBodies')
        .limitUpload(userId, () => readBytes(c, pictureLimitBytes, () => new AppError('picture_unreadable'))),
    )
    return new Response(null, { status: 204 })
  })

  app.get('/pictures/:file', async c => {
    const bytes = await pictures.readPicture(c.req.param('file'))
    return new Response(Buffer.from(bytes), {
      headers: {
        'Content-Type': 'image/webp',
        'Content-Length': String(bytes.byteLength),
        'Cache-Control': 'private, max-age=31536000, immutable',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'X-Content-Type-Options': 'nosniff',
      },
    })
  })
}
