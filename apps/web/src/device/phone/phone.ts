import { readFiles } from './kept-sounds.ts'
import { followKeyboard } from './keyboard.ts'
import { followNetwork } from './online.ts'
import { listenOutside } from './opened.ts'
import { readFacts } from './page-facts.ts'
import { beside, SplashScreen } from './plugins.ts'
import { listenToPushes } from './push.ts'
import { readStore } from './store.ts'

/** Everything that must be known before the app can be put together. What the phone refuses is logged, and missing. */
export async function openPhone(): Promise<void> {
  followNetwork()
  followKeyboard()
  const steps = await Promise.allSettled([readStore(), readFacts(), readFiles(), listenOutside(), listenToPushes()])
  for (const step of steps) if (step.status === 'rejected') console.error('The phone refused:', step.reason)
}

/** The first page is drawn: what the system showed meanwhile goes away. */
export const showApp = (): void => beside(SplashScreen.hide())
