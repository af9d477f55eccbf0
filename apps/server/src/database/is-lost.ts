import type { Storage } from '../ports/storage.ts'

/** Whether the storage has no such file. Throws while it cannot be asked. */
export async function isLost(storage: Storage, name: string): Promise<boolean> {
  if ((await storage.size(name)) !== null) return false
  // A bucket that is gone as a whole answers HEAD like one that lacks the file. GET tells them apart.
  const object = await storage.open(name)
  await object?.stream.cancel()
  return object === null
}
