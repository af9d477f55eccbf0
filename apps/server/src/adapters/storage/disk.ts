import { createReadStream } from 'node:fs'
import { glob, link, mkdir, open, opendir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { hasErrorCode, ProviderError } from '../../errors.ts'
import type { ListedObject, Storage } from '../../ports/storage.ts'
import { isStorageName, validStorageName } from './name.ts'

/** Stores objects as files. A file is written under a temporary name, flushed, and then linked, so that it is either complete or absent. */
export function diskStorage(folder: string): Storage {
  const root = path.resolve(folder)
  const pathOf = (name: string): string => path.join(root, validStorageName(name))
  const sizeOf = async (name: string): Promise<number | null> =>
    (await stat(pathOf(name)).catch(ignoreMissing))?.size ?? null

  return withDiskErrors({
    async put(name, content) {
      const target = pathOf(name)
      await mkdir(path.dirname(target), { recursive: true })
      const draft = `${target}.${process.pid}-${++drafts}.part`
      try {
        const file = await open(draft, 'wx')
        try {
          await file.writeFile(content)
          await file.sync()
        } finally {
          await file.close()
        }
        await link(draft, target).catch(ignoreExisting)
      } finally {
        await rm(draft, { force: true })
      }
    },
    get: async name => (await readFile(pathOf(name)).catch(ignoreMissing)) ?? null,
    size: sizeOf,
    async open(name, range) {
      const size = await sizeOf(name)
      if (size === null) return null
      const file = createReadStream(pathOf(name), range ? { start: range.first, end: range.last } : {})
      return { size, stream: Readable.toWeb(file) as ReadableStream<Uint8Array> }
    },
    delete: name => rm(pathOf(name), { force: true }),
    async list(prefix, after) {
      const page: ListedObject[] = []
      for (const name of await firstNames(root, prefix, after)) {
        const stats = await stat(pathOf(name)).catch(ignoreMissing)
        if (stats) page.push({ name, modifiedAt: stats.mtime })
      }
      return page
    },
    async sweep(before) {
      for await (const name of glob('**/*.part', { cwd: root })) {
        const draft = path.join(root, name)
        const { mtimeMs } = (await stat(draft).catch(ignoreMissing)) ?? { mtimeMs: Number.POSITIVE_INFINITY }
        if (mtimeMs < before.getTime()) await rm(draft, { force: true })
      }
    },
    // Browsers cannot reach the folder, so files pass through this server.
    uploadTarget: async () => null,
    link: async () => null,
  })
}

/** Error codes for a disk that is full, broken, read-only or, if on a network, unreachable. */
const diskErrorCodes = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'ESTALE', 'ENOTCONN', 'ETIMEDOUT', 'EHOSTDOWN', 'ENXIO']

/** Turns disk problems into `ProviderError`. Other errors are bugs and pass unchanged. */
function withDiskErrors(storage: Storage): Storage {
  const withErrors = <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) => {
    return (...args: Args): Promise<T> =>
      call(...args).catch(error => {
        const code = diskErrorCodes.find(one => hasErrorCode(error, one))
        if (!code) throw error
        throw new ProviderError({
          ...{ provider: 'storage/disk', code: 'storage_unavailable', retryable: true, detail: code, cause: error },
        })
      })
  }
  const { put, get, size, open: read, delete: remove, list, sweep } = storage
  return {
    ...storage,
    put: withErrors(put),
    get: withErrors(get),
    size: withErrors(size),
    open: withErrors(read),
    delete: withErrors(remove),
    list: withErrors(list),
    sweep: withErrors(sweep),
  }
}

/** Each page walks the whole folder, because file systems do not list in order of names. */
const namesPerPage = 5_000

/** The first names in byte order. Memory is bounded for any number of files. */
async function firstNames(root: string, prefix: string, after: string): Promise<string[]> {
  let names: string[] = []
  let isFull = false
  const trim = () => {
    isFull = names.length > namesPerPage
    names = names.sort().slice(0, namesPerPage)
  }
  for await (const name of namesIn(root, prefix.slice(0, prefix.lastIndexOf('/') + 1))) {
    if (!name.startsWith(prefix) || name <= after || (isFull && name > names[namesPerPage - 1]!)) continue
    names.push(name)
    if (names.length >= 2 * namesPerPage) trim()
  }
  trim()
  return names
}

/** Yields all complete files in a folder, whose name has to end with a slash. */
async function* namesIn(root: string, folder: string): AsyncGenerator<string, void> {
  const entries = await opendir(path.join(root, folder), { bufferSize: 1_000 }).catch(ignoreMissing)
  if (!entries) return
  for await (const entry of entries) {
    const name = folder + entry.name
    if (entry.isDirectory()) yield* namesIn(root, `${name}/`)
    else if (isStorageName(name) && !name.endsWith('.part')) yield name
  }
}

let drafts = 0

function ignoreMissing(error: unknown): undefined {
  if (!hasErrorCode(error, 'ENOENT')) throw error
}

function ignoreExisting(error: unknown): void {
  if (!hasErrorCode(error, 'EEXIST')) throw error
}
