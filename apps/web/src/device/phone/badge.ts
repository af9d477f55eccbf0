import { Badge, beside } from './plugins.ts'

/**
 * Puts a number on the app's icon; none for 0. Nobody is asked for leave by it: an iPhone would, when it is set. The same is put
 * there once more: with a message an iPhone sets another by itself.
 */
export const setBadge = (count: number): void => beside(put(count))

async function put(count: number): Promise<void> {
  if ((await Badge.checkPermissions()).display === 'granted') await Badge.set({ count })
}
