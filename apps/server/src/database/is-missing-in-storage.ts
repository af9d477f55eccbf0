import type { Storage } from '../ports/storage.ts'

/** Whether the storage does not have the file. Throws if the storage is unavailable. */
export async function isMissingInStorage(storage: Storage, name: string): Promise<boolean> {
  if ((await storage.size(name)) !== null) return false
  // For HEAD, a missing bucket and a missing file have the same answer. GET distinguishes them.
  const object = await storage.open(name)
  await object?.stream.cancel()
  return object === null
}
