import type { SystemBarsStyle } from '@capacitor/core'
import type { Theme } from '../theme.ts'
import { inBackground, SystemBars } from './plugins.ts'

/** Matches the text color of the status and navigation bars to the theme. DARK means light text on a dark background. */
export const setSystemBarsStyle = (theme: Theme): void =>
  inBackground(SystemBars.setStyle({ style: (theme === 'dark' ? 'DARK' : 'LIGHT') as SystemBarsStyle }))
