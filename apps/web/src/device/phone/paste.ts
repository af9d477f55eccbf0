import { Capacitor } from '@capacitor/core'
import * as browsers from '../paste.ts'

/** Android's web view has `readText` but always rejects it. */
export const canPaste = (): boolean => Capacitor.getPlatform() === 'ios' && browsers.canPaste()

canPaste satisfies typeof browsers.canPaste
