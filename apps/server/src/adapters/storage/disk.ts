import { createReadStream } from 'node:fs'
import { glob, link, mkdir, open, opendir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { hasCode, ProviderError } from '../../errors.ts'
import type { ListedObject, Storage } from '../../ports/storage.ts'
import { checkedName, isStorable } from './name.ts'

/** Files in a folder. A file is written beside its place, flushed, and then linked there, so that it is whole or absent. */
export function diskStorage(folder: string): Storage {
  const root = path.resolve(folder)
  const place = (name: string): string => path.join(root, checkedName(name))
  const sizeOf = async (name: string): Promise<number | null> =>
    (await stat(place(name)).catch(ignoreMissing))?.size ?? null

  return refusingByCode({
    async put(name, content) {
      const target = place(name)
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
    get: async name => (await readFile(place(name)).catch(ignoreMissing)) ?? null,
    size: sizeOf,
    async open(name, range) {
      const size = await sizeOf(name)
      if (size === null) return null
      const file = createReadStream(place(name), range ? { start: range.first, end: range.last } : {})
      return { size, stream: Readable.toWeb(file) as ReadableStream<Uint8Array> }
    },
    delete: name => rm(place(name), { force: true }),
    async list(prefix, after) {
      const page: ListedObject[] = []
      for (const name of await firstNames(root, prefix, after)) {
        const found = await stat(place(name)).catch(ignoreMissing)
        if (found) page.push({ name, modifiedAt: found.mtime })
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
    // Nobody reaches a folder from outside but through us.
    uploadTarget: async () => null,
    link: async () => null,
  })
}

/** What the system says of a disk that is full, broken, read-only, or gone with its network. */
const codesOfTrouble = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'ESTALE', 'ENOTCONN', 'ETIMEDOUT', 'EHOSTDOWN', 'ENXIO']

/** The same storage, that tells trouble with the disk from a mistake of ours. */
function refusingByCode(storage: Storage): Storage {
  const checked = <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) => {
    return (...args: Args): Promise<T> =>
      call(...args).catch(error => {
        const code = codesOfTrouble.find(one => hasCode(error, one))
        if (!code) throw error
        throw new ProviderError({
          ...{ provider: 'storage/disk', code: 'storage_unavailable', retryable: true, detail: code, cause: error },
        })
      })
  }
  const { put, get, size, open: read, delete: remove, list, sweep } = storage
  return {
    ...storage,
    put: checked(put),
    get: checked(get),
    size: checked(size),
    open: checked(read),
    delete: checked(remove),
    list: checked(list),
    sweep: checked(sweep),
  }
}

/** A page costs a walk over the whole folder, because no file system lists by name. */
const namesPerPage = 5_000

/** The first names in the order of their bytes, which never fill the memory however many files there are. */
async function firstNames(root: string, prefix: string, after: string): Promise<string[]> {
  let names: string[] = []
  let isFull = false
  const cut = () => {
    isFull = names.length > namesPerPage
    names = names.sort().slice(0, namesPerPage)
  }
  for await (const name of namesIn(root, prefix.slice(0, prefix.lastIndexOf('/') + 1))) {
    if (!name.startsWith(prefix) || name <= after || (isFull && name > names[namesPerPage - 1]!)) continue
    names.push(name)
    if (names.length >= 2 * namesPerPage) cut()
  }
  cut()
  return names
}

/** Every whole file in a folder, given with a slash at its end. */
async function* namesIn(root: string, folder: string): AsyncGenerator<string, void> {
  const entries = await opendir(path.join(root, folder), { bufferSize: 1_000 }).catch(ignoreMissing)
  if (!entries) return
  for await (const entry of entries) {
    const name = folder + entry.name
    if (entry.isDirectory()) yield* namesIn(root, `${name}/`)
    else if (isStorable(name) && !name.endsWith('.part')) yield name
  }
}

let drafts = 0

function ignoreMissing(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error
}

function ignoreExisting(error: unknown): void {
  if (!hasCode(error, 'EEXIST')) throw error
}
