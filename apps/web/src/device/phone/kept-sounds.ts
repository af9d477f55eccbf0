import type * as browsers from '../kept-sounds.ts'
import type { KeptFile } from '../kept-sounds.ts'
import { freeBytes } from '../kept-sounds.ts'
import { keptStore, type Row } from '../kept-store.ts'

export { askToStay, freeBytes } from '../kept-sounds.ts'
export type { KeptFile }

/** There is no room on this phone. */
class NoRoomError extends Error {
  override name = 'NoRoomError'
}

/**
 * What a service worker does in browsers: a phone's page has none. Files lie whole in a database of their own. Which are there is
 * read when the app starts, without their bytes (200 of 10 MB in 60 ms): what plays next must be known at once.
 */
const database = 'recaps-files'
const storeName = 'files'

interface StoredFile {
  path: string
  blob: Blob
}

/** By path; the address in this page is made when somebody asks for it. */
const files = new Map<string, { blob: Blob; address?: string }>()

/** The address in this page of what is kept under a path; whatever signature that one carries. */
export function keptAddress(path: string): string | undefined {
  const file = files.get(pathOf(path))
  if (file) file.address ??= URL.createObjectURL(file.blob)
  return file?.address
}

const pathOf = (address: string) => new URL(address, 'https://service.invalid').pathname

/** Reads what is kept. Call before the app starts. */
export async function readFiles(): Promise<void> {
  const rows = await use('readonly', store => store.getAll() as IDBRequest<StoredFile[]>)
  for (const { path, blob } of rows ?? []) files.set(path, { blob })
  if (files.size === 0) return
  // An app that is ended while it keeps a summary leaves files that belong to nothing.
  const pins = await keptStore<Row & { paths: readonly string[] }>('pins').all()
  const needed = new Set(pins.flatMap(({ paths }) => paths))
  await dropFiles([...files.keys()].filter(path => !needed.has(path)))
}

/** So much of a file is held as bytes of this page; what came before is in the web view's own keeping. */
const heldBytes = 1_000_000

export async function keepFile(
  address: string,
  answer: Response,
  onPart: (fraction: number) => void,
): Promise<KeptFile> {
  if (!answer.body) throw new Error('The file is empty')
  const total = Number(answer.headers.get('Content-Length'))
  const free = await freeBytes()
  if (free !== null && total > free) throw new NoRoomError()
  const type = answer.headers.get('Content-Type') ?? 'application/octet-stream'
  const blob = new Blob(await partsOf(answer.body, bytes => total > 0 && onPart(Math.min(1, bytes / total))), { type })
  // Not every web view takes an answer that ends early for a failure.
  if (blob.size < total) throw new TypeError('The file broke off')
  const path = pathOf(address)
  try {
    await use('readwrite', store => store.put({ path, blob } satisfies StoredFile))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') throw new NoRoomError()
    throw error
  }
  files.set(path, { blob })
  return { path, bytes: blob.size }
}

async function partsOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBytes: (bytes: number) => void,
): Promise<Blob[]> {
  const blobs: Blob[] = []
  let parts: Uint8Array<ArrayBuffer>[] = []
  let held = 0
  let bytes = 0
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value)
    held += part.value.byteLength
    bytes += part.value.byteLength
    onBytes(bytes)
    if (held < heldBytes) continue
    blobs.push(new Blob(parts))
    parts = []
    held = 0
  }
  return [...blobs, new Blob(parts)]
}

export async function dropFiles(paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  // An address that was made stays good: what plays from it plays on.
  for (const path of paths) files.delete(path)
  await use('readwrite', store => {
    for (const path of paths) store.delete(path)
    return undefined
  })
}

/** For a log-out: needs nothing from the network, and waits for nothing. */
export function dropAllFiles(): void {
  for (const { address } of files.values()) if (address) URL.revokeObjectURL(address)
  files.clear()
  indexedDB.deleteDatabase(database)
}

export const hasFile = async (path: string): Promise<boolean> => files.has(path)

/** Opened for each use and closed again: an open connection would hold up a log-out, which erases everything. */
async function use<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T> | undefined) {
  const base = await openDatabase()
  try {
    const transaction = base.transaction(storeName, mode)
    const request = act(transaction.objectStore(storeName))
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    return request?.result
  } finally {
    base.close()
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'path' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

;({ keepFile, dropFiles, hasFile }) satisfies Pick<typeof browsers, 'keepFile' | 'dropFiles' | 'hasFile'>
