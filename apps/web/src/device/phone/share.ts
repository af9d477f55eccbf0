import type * as browsers from '../share.ts'
import type { Shareable } from '../share.ts'
import { Share } from './plugins.ts'

export { copyFrom, copyText } from '../share.ts'
export type { Shareable }

export const hasShareSheet = (): boolean => true

export async function openShareSheet(what: Shareable): Promise<boolean> {
  try {
    await Share.share(what)
    return true
  } catch {
    return false
  }
}

;({ hasShareSheet, openShareSheet }) satisfies Pick<typeof browsers, 'hasShareSheet' | 'openShareSheet'>
