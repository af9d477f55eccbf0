import { Capacitor } from '@capacitor/core'
import type * as browsers from '../external-video.ts'

/**
 * YouTube's player requires a referrer (error 153). The iOS web view sends none from `capacitor://localhost`; Android's sends
 * `https://localhost`. `window.open` opens the YouTube app or a browser.
 */
export function openVideoExternally(url: string): boolean {
  if (Capacitor.getPlatform() !== 'ios') return false
  window.open(url, '_blank')
  return true
}

openVideoExternally satisfies typeof browsers.openVideoExternally
