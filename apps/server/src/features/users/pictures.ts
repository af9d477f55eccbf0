import { randomBytes } from 'node:crypto'
import type { UploadTarget } from '@recaps/contract/users'
import { toPathStyle } from '@recaps/domain/storage-url'
import type { StoredKind } from '../../database/check-storage.ts'
import { cancelFileErasure, scheduleFileErasure } from '../../database/erasures.ts'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Pictures } from '../../ports/pictures.ts'
import type { Signer } from '../../ports/signer.ts'
import type { Storage } from '../../ports/storage.ts'
import { findReferencedPictures, setPicture } from './repository.ts'
import {
  consumeUpload,
  deleteOldUploads,
  findOpenUpload,
  findReferencedUploads,
  findUserUpload,
  insertUpload,
} from './uploads-repository.ts'

export interface UserPicturesDeps {
  db: Db
  clock: Clock
  storage: Storage
  pictures: Pictures
  signer: Signer
  /** Host of a storage that browsers upload to directly. */
  storageHost: string | undefined
}

export const pictureLimitBytes = 5 * 1024 * 1024
const uploadLifetimeMs = 10 * 60 * 1000
/** After this time, an uploaded file that was never used is erased. */
const unusedLifetimeMs = 24 * 3600 * 1000
const purpose = 'upload'

/**
 * Profile pictures are set in two steps: the user gets an upload URL, then chooses the uploaded file. We never serve that
 * file, only a picture re-encoded from it, and delete the file.
 */
export function createUserPictures(deps: UserPicturesDeps) {
  const { db, clock, storage, signer } = deps
  const inMs = (ms: number) => new Date(clock.now().getTime() + ms)

  function ownTarget(name: string, contentType: string, expires: number): string {
    const signature = signer.sign(purpose, [name, contentType, expires].join('|'))
    return `/${name}?expires=${expires}&signature=${signature}`
  }

  /** Re-encodes an uploaded file and deletes it, even if it is not a valid picture. */
  async function reencode(name: string): Promise<Uint8Array | null> {
    const bytes = await readAtMost(storage, name, pictureLimitBytes)
    const picture = bytes && (await deps.pictures.portrait(bytes))
    await storage.delete(name)
    return picture
  }

  async function replace(userId: number, picture: string | null): Promise<void> {
    const old = await db.transaction().execute(async trx => {
      const now = clock.now()
      if (picture && !(await cancelFileErasure(trx, picture, now))) throw new AppError('upload_unknown')
      const before = await setPicture(trx, userId, picture, now)
      if (before) await scheduleFileErasure(trx, [before], now)
      return before
    })
    // Try to delete the file right away. If that fails, housekeeping deletes the file noted above.
    if (old) await storage.delete(old).catch(() => {})
  }

  return {
    /** `isToUs` makes the upload go to our server, because the storage doesn't allow other origins such as the phone apps (CORS). */
    async uploadTarget(userId: number, contentType: string, { isToUs = false } = {}): Promise<UploadTarget> {
      const name = `uploads/${randomBytes(16).toString('hex')}`
      const expiresAt = inMs(uploadLifetimeMs)
      const uploadUrl =
        (isToUs ? null : await storage.uploadTarget(name, { contentType, lifeMs: uploadLifetimeMs })) ??
        ownTarget(name, contentType, expiresAt.getTime())
      const fileUrl = toPathStyle(uploadUrl.replace(/\?.*/, ''), deps.storageHost)
      await db.transaction().execute(async trx => {
        await insertUpload(trx, { key: name, user_id: userId, file_url: fileUrl, expires_at: expiresAt })
        await scheduleFileErasure(trx, [name], inMs(unusedLifetimeMs))
      })
      return { uploadUrl, fileUrl }
    },

    /** Receives an upload that can't go directly to the storage. The signed link allows one file of the announced type. */
    async receive(
      link: { key: string; expires: string; signature: string; contentType: string },
      read: (userId: number) => Promise<Uint8Array>,
    ): Promise<void> {
      const name = `uploads/${link.key}`
      const expires = Number(link.expires)
      const isOurs = signer.verify(purpose, [name, link.contentType, expires].join('|'), link.signature)
      const upload = isOurs && clock.now().getTime() < expires ? await findOpenUpload(db, name) : undefined
      if (!upload) throw new AppError('forbidden')
      const bytes = await read(upload.user_id)
      // A concurrent upload with the same link may have been chosen already. Then nothing would erase this file any longer.
      if (!(await findOpenUpload(db, name))) throw new AppError('forbidden')
      await storage.put(name, bytes)
    },

    /** Accepts only a file that this user uploaded with their own upload URL and has not chosen before. */
    async choose(userId: number, fileUrl: string | null): Promise<void> {
      if (fileUrl === null) return await replace(userId, null)
      const upload = await findUserUpload(db, userId, toPathStyle(fileUrl, deps.storageHost))
      if (!upload || (await storage.size(upload.key)) === null) throw new AppError('upload_unknown')
      const name = `pictures/${randomBytes(16).toString('hex')}.webp`
      await db.transaction().execute(async trx => {
        if (!(await consumeUpload(trx, upload.key, clock.now()))) throw new AppError('upload_unknown')
        // Until its link expires, the file could be uploaded again after we have erased it.
        await scheduleFileErasure(trx, [upload.key], upload.expires_at)
        await scheduleFileErasure(trx, [name], inMs(unusedLifetimeMs))
      })
      const picture = await reencode(upload.key)
      if (!picture) throw new AppError('picture_unreadable')
      await storage.put(name, picture)
      await replace(userId, name)
    },

    /** Serves a picture by its unguessable name. */
    async readPicture(file: string): Promise<Uint8Array> {
      const bytes = /^[0-9a-f]{32}\.webp$/.test(file) ? await storage.get(`pictures/${file}`) : null
      if (!bytes) throw new AppError('not_found')
      return bytes
    },

    storedKinds: [
      {
        name: 'picture',
        prefix: 'pictures/',
        namePattern: /^pictures\/[0-9a-f]{32}\.webp$/,
        findReferenced: names => findReferencedPictures(db, names),
      },
      {
        name: 'upload',
        prefix: 'uploads/',
        namePattern: /^uploads\/[0-9a-f]{32}$/,
        findReferenced: names => findReferencedUploads(db, names),
      },
    ] satisfies StoredKind[],

    housekeeping: () => deleteOldUploads(db, inMs(-unusedLifetimeMs)),
  }
}

export type UserPictures = ReturnType<typeof createUserPictures>

/** Returns null if the file is larger: a direct upload to the storage has no size limit. */
async function readAtMost(storage: Storage, name: string, limit: number): Promise<Uint8Array | null> {
  const object = await storage.open(name)
  if (!object) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of object.stream) {
    size += chunk.byteLength
    // Leaving the loop cancels the stream.
    if (size > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
