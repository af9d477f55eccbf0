import { Badge, inBackground } from './plugins.ts'

/**
 * Sets the number on the app's icon; 0 clears it. Only if permission was granted before, because setting a badge would prompt on
 * iOS. The same number is set again too, because iOS changes the badge by itself when a push notification arrives.
 */
export const setBadge = (count: number): void => inBackground(update(count))

async function update(count: number): Promise<void> {
  if ((await Badge.checkPermissions()).display === 'granted') await Badge.set({ count })
}
