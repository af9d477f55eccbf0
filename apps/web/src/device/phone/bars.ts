import type { SystemBarsStyle } from '@capacitor/core'
import type { Theme } from '../theme.ts'
import { beside, SystemBars } from './plugins.ts'

/** The system's words and signs at the edges stand on the page's background. DARK is for light ones on dark. */
export const setBars = (theme: Theme): void =>
  beside(SystemBars.setStyle({ style: (theme === 'dark' ? 'DARK' : 'LIGHT') as SystemBarsStyle }))
