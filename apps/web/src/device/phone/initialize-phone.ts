import { listenForExternalLinks } from './external-links.ts'
import { keepFocusVisible } from './keyboard.ts'
import { loadOfflineFiles } from './offline-files.ts'
import { watchNetwork } from './online.ts'
import { loadStorage } from './open-storage.ts'
import { loadFacts } from './page-facts.ts'
import { inBackground, SplashScreen } from './plugins.ts'
import { listenForPush } from './push.ts'

/** Loads everything the app needs before it can be created. A failed step is logged, and its data is missing. */
export async function initializePhone(): Promise<void> {
  watchNetwork()
  keepFocusVisible()
  const steps = await Promise.allSettled([
    loadStorage(),
    loadFacts(),
    loadOfflineFiles(),
    listenForExternalLinks(),
    listenForPush(),
  ])
  for (const step of steps) if (step.status === 'rejected') console.error('Native call failed:', step.reason)
}

/** Hides the splash screen. Call once the first page is rendered. */
export const hideSplashScreen = (): void => inBackground(SplashScreen.hide())
