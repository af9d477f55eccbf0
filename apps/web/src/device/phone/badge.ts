import { Badge, beside } from './plugins.ts'

let shown: number | undefined

/** Puts a number on the app's icon; none for 0. Nobody is asked for leave by it: an iPhone would, when it is set. */
export function setBadge(count: number): void {
  if (count !== shown) beside(put(count))
}

async function put(count: number): Promise<void> {
  if ((await Badge.checkPermissions()).display !== 'granted') return
  shown = count
  await Badge.set({ count })
}
