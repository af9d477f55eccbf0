import { randomBytes } from 'node:crypto'
import type { UploadTarget } from '@recaps/contract/users'
import { toPathStyle } from '@recaps/domain/storage-url'
import type { StoredKind } from '../../database/check-storage.ts'
import { eraseLater, keepFile } from '../../database/erasures.ts'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Pictures } from '../../ports/pictures.ts'
import type { Signer } from '../../ports/signer.ts'
import type { Storage } from '../../ports/storage.ts'
import { picturesAmong, setPicture } from './repository.ts'
import {
  deleteOldUploads,
  findOpenUpload,
  findUploadOf,
  insertUpload,
  takeUpload,
  uploadsAmong,
} from './uploads-repository.ts'

export interface UserPicturesDeps {
  db: Db
  clock: Clock
  storage: Storage
  pictures: Pictures
  signer: Signer
  /** Host of a storage that browsers send files to themselves. */
  storageHost: string | undefined
}

export const pictureLimitBytes = 5 * 1024 * 1024
const uploadLifeMs = 10 * 60 * 1000
/** A file that was sent and never used is kept for so long. */
const unusedKeptMs = 24 * 3600 * 1000
const purpose = 'upload'

/**
 * A profile picture comes in two steps: its owner gets a place to send a file to, and then names that file. What is shown
 * is never the file itself but a picture made from it, and the file is gone.
 */
export function createUserPictures(deps: UserPicturesDeps) {
  const { db, clock, storage, signer } = deps
  const later = (ms: number) => new Date(clock.now().getTime() + ms)

  function ownTarget(name: string, contentType: string, expires: number): string {
    const signature = signer.sign(purpose, [name, contentType, expires].join('|'))
    return `/${name}?expires=${expires}&signature=${signature}`
  }

  /** The picture made from a file that was sent; the file is erased whatever comes of it. */
  async function made(name: string): Promise<Uint8Array | null> {
    const bytes = await readAtMost(storage, name, pictureLimitBytes)
    const picture = bytes && (await deps.pictures.portrait(bytes))
    await storage.delete(name)
    return picture
  }

  async function replace(userId: number, picture: string | null): Promise<void> {
    const old = await db.transaction().execute(async trx => {
      const now = clock.now()
      if (picture && !(await keepFile(trx, picture, now))) throw new AppError('upload_unknown')
      const before = await setPicture(trx, userId, picture, now)
      if (before) await eraseLater(trx, [before], now)
      return before
    })
    // At once if it can be done; the note is for when it cannot.
    if (old) await storage.delete(old).catch(() => {})
  }

  return {
    /** A page of another origin, such as the phone apps', may send nothing to a storage that it does not know: `isToUs`. */
    async uploadTarget(userId: number, contentType: string, { isToUs = false } = {}): Promise<UploadTarget> {
      const name = `uploads/${randomBytes(16).toString('hex')}`
      const expiresAt = later(uploadLifeMs)
      const uploadUrl =
        (isToUs ? null : await storage.uploadTarget(name, { contentType, lifeMs: uploadLifeMs })) ??
        ownTarget(name, contentType, expiresAt.getTime())
      const fileUrl = toPathStyle(uploadUrl.replace(/\?.*/, ''), deps.storageHost)
      await db.transaction().execute(async trx => {
        await insertUpload(trx, { key: name, user_id: userId, file_url: fileUrl, expires_at: expiresAt })
        await eraseLater(trx, [name], later(unusedKeptMs))
      })
      return { uploadUrl, fileUrl }
    },

    /** Takes a file where the storage cannot be reached by whoever sends it. Who has the link may send one file of its type, once. */
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
      // Sent twice at the same time, and the other one was used meanwhile: its name is noted for erasure no longer.
      if (!(await findOpenUpload(db, name))) throw new AppError('forbidden')
      await storage.put(name, bytes)
    },

    /** Accepts only a file that was sent to a place this user was given, and that was not used before. */
    async choose(userId: number, fileUrl: string | null): Promise<void> {
      if (fileUrl === null) return await replace(userId, null)
      const upload = await findUploadOf(db, userId, toPathStyle(fileUrl, deps.storageHost))
      if (!upload || (await storage.size(upload.key)) === null) throw new AppError('upload_unknown')
      const name = `pictures/${randomBytes(16).toString('hex')}.webp`
      await db.transaction().execute(async trx => {
        if (!(await takeUpload(trx, upload.key, clock.now()))) throw new AppError('upload_unknown')
        // While its link lives, the file may be sent again after we have erased it.
        await eraseLater(trx, [upload.key], upload.expires_at)
        await eraseLater(trx, [name], later(unusedKeptMs))
      })
      const picture = await made(upload.key)
      if (!picture) throw new AppError('picture_unreadable')
      await storage.put(name, picture)
      await replace(userId, name)
    },

    /** The picture under its own name, which nobody can guess. */
    async picture(file: string): Promise<Uint8Array> {
      const bytes = /^[0-9a-f]{32}\.webp$/.test(file) ? await storage.get(`pictures/${file}`) : null
      if (!bytes) throw new AppError('not_found')
      return bytes
    },

    storedKinds: [
      {
        name: 'picture',
        prefix: 'pictures/',
        form: /^pictures\/[0-9a-f]{32}\.webp$/,
        namedAmong: names => picturesAmong(db, names),
      },
      {
        name: 'upload',
        prefix: 'uploads/',
        form: /^uploads\/[0-9a-f]{32}$/,
        namedAmong: names => uploadsAmong(db, names),
      },
    ] satisfies StoredKind[],

    housekeeping: () => deleteOldUploads(db, later(-unusedKeptMs)),
  }
}

export type UserPictures = ReturnType<typeof createUserPictures>

/** Null when there is more: what a storage was sent behind our back is as long as its sender wished. */
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
