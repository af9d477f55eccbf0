import { Capacitor } from '@capacitor/core'
import type * as browsers from '../video-elsewhere.ts'

/**
 * YouTube's player requires a referrer (error 153). The iOS web view sends none from `capacitor://localhost`; Android's sends
 * `https://localhost`. `window.open` opens the YouTube app or a browser.
 */
export function showElsewhere(url: string): boolean {
  if (Capacitor.getPlatform() !== 'ios') return false
  window.open(url, '_blank')
  return true
}

showElsewhere satisfies typeof browsers.showElsewhere
