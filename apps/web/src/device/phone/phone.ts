import { readFiles } from './kept-sounds.ts'
import { followKeyboard } from './keyboard.ts'
import { followNetwork } from './online.ts'
import { listenOutside } from './opened.ts'
import { readFacts } from './page-facts.ts'
import { beside, SplashScreen } from './plugins.ts'
import { listenToPushes } from './push.ts'
import { readStore } from './store.ts'

/** Loads everything the app needs before it can be created. A failed step is logged, and its data is missing. */
export async function openPhone(): Promise<void> {
  followNetwork()
  followKeyboard()
  const steps = await Promise.allSettled([readStore(), readFacts(), readFiles(), listenOutside(), listenToPushes()])
  for (const step of steps) if (step.status === 'rejected') console.error('Native call failed:', step.reason)
}

/** Hides the splash screen. Call once the first page is rendered. */
export const showApp = (): void => beside(SplashScreen.hide())
