import type { ImpactStyle } from '@capacitor/haptics'
import type * as browsers from '../haptics.ts'
import { Haptics, inBackground } from './plugins.ts'

export const withHaptics: typeof browsers.withHaptics = act =>
  (() => {
    inBackground(Haptics.impact({ style: 'LIGHT' as ImpactStyle.Light }))
    act()
  }) as typeof act
