import { Capacitor } from '@capacitor/core'
import type * as browsers from '../video-elsewhere.ts'

/**
 * YouTube's player answers only pages that say where they come from (its error 153): an iPhone's web view says nothing of
 * `capacitor://localhost`, Android's says `https://localhost`. A window that the page opens is the system's: YouTube's app, or a browser.
 */
export function showElsewhere(url: string): boolean {
  if (Capacitor.getPlatform() !== 'ios') return false
  window.open(url, '_blank')
  return true
}

showElsewhere satisfies typeof browsers.showElsewhere
