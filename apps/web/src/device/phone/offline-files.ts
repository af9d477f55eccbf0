import type * as browsers from '../offline-files.ts'
import type { OfflineFile } from '../offline-files.ts'
import { freeBytes } from '../offline-files.ts'
import { type OfflineRow, offlineStore } from '../offline-store.ts'

export { freeBytes, requestPersistentStorage } from '../offline-files.ts'
export type { OfflineFile }

/** This phone has too little free storage. */
class NoRoomError extends Error {
  override name = 'NoRoomError'
}

/**
 * Replaces the browser's service worker cache, which the phone app does not have. Files are blobs in a separate database. The
 * list is loaded at app start without reading the bytes (200 files of 10 MB: 60 ms), so that lookups are synchronous.
 */
const database = 'recaps-files'
const storeName = 'files'

interface StoredFile {
  path: string
  blob: Blob
}

/** By path. `address` is an object URL, created on first use. */
const files = new Map<string, { blob: Blob; address?: string }>()

/** Object URL of a saved file, or undefined. The query of `path`, such as its signature, is ignored. */
export function offlineFileUrl(path: string): string | undefined {
  const file = files.get(pathOf(path))
  if (file) file.address ??= URL.createObjectURL(file.blob)
  return file?.address
}

const pathOf = (address: string) => new URL(address, 'https://service.invalid').pathname

/** Loads the list of saved files. Call before the app starts. */
export async function loadOfflineFiles(): Promise<void> {
  const rows = await use('readonly', store => store.getAll() as IDBRequest<StoredFile[]>)
  for (const { path, blob } of rows ?? []) files.set(path, { blob })
  if (files.size === 0) return
  // If the app is closed while saving a summary, it leaves files without a row. They are deleted here.
  const pins = await offlineStore<OfflineRow & { paths: readonly string[] }>('pins').all()
  const needed = new Set(pins.flatMap(({ paths }) => paths))
  await deleteOfflineFiles([...files.keys()].filter(path => !needed.has(path)))
}

/** Bytes of a download buffered in memory before they are moved into a blob, which the web view can keep on disk. */
const bufferBytes = 1_000_000

export async function saveOfflineFile(
  address: string,
  response: Response,
  onPart: (fraction: number) => void,
): Promise<OfflineFile> {
  if (!response.body) throw new Error('The file is empty')
  const total = Number(response.headers.get('Content-Length'))
  const free = await freeBytes()
  if (free !== null && total > free) throw new NoRoomError()
  const type = response.headers.get('Content-Type') ?? 'application/octet-stream'
  const blob = new Blob(await partsOf(response.body, bytes => total > 0 && onPart(Math.min(1, bytes / total))), {
    type,
  })
  // Some web views do not report a truncated response as an error.
  if (blob.size < total) throw new TypeError('The download was cut off')
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
  let bufferedBytes = 0
  let bytes = 0
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value)
    bufferedBytes += part.value.byteLength
    bytes += part.value.byteLength
    onBytes(bytes)
    if (bufferedBytes < bufferBytes) continue
    blobs.push(new Blob(parts))
    parts = []
    bufferedBytes = 0
  }
  return [...blobs, new Blob(parts)]
}

export async function deleteOfflineFiles(paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  // Object URLs stay valid, so playback of a deleted file continues.
  for (const path of paths) files.delete(path)
  await use('readwrite', store => {
    for (const path of paths) store.delete(path)
    return undefined
  })
}

/** For a logout: synchronous, and works offline. */
export function deleteAllOfflineFiles(): void {
  for (const { address } of files.values()) if (address) URL.revokeObjectURL(address)
  files.clear()
  indexedDB.deleteDatabase(database)
}

export const hasOfflineFile = async (path: string): Promise<boolean> => files.has(path)

/** Opens and closes the database on every call: an open connection would block a logout, which deletes the database. */
async function use<T>(mode: IDBTransactionMode, run: (store: IDBObjectStore) => IDBRequest<T> | undefined) {
  const db = await openDatabase()
  try {
    const transaction = db.transaction(storeName, mode)
    const request = run(transaction.objectStore(storeName))
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    return request?.result
  } finally {
    db.close()
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

;({ saveOfflineFile, deleteOfflineFiles, hasOfflineFile }) satisfies Pick<
  typeof browsers,
  'saveOfflineFile' | 'deleteOfflineFiles' | 'hasOfflineFile'
>
