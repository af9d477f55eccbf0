import type { ImpactStyle } from '@capacitor/haptics'
import type * as browsers from '../haptics.ts'
import { beside, Haptics } from './plugins.ts'

export const felt: typeof browsers.felt = act =>
  (() => {
    beside(Haptics.impact({ style: 'LIGHT' as ImpactStyle.Light }))
    act()
  }) as typeof act
