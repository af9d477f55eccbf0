import type { SystemBarsStyle } from '@capacitor/core'
import type { Theme } from '../theme.ts'
import { beside, SystemBars } from './plugins.ts'

/** Matches the text color of the status and navigation bars to the theme. DARK means light text on a dark background. */
export const setBars = (theme: Theme): void =>
  beside(SystemBars.setStyle({ style: (theme === 'dark' ? 'DARK' : 'LIGHT') as SystemBarsStyle }))
