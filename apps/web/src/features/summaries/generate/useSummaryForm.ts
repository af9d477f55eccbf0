import type { Preset } from '@recaps/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { settingsQuery, useSettings } from '../../auth/settings.ts'

/** How what is asked for is to be. */
export interface SummaryForm {
  /** What its reader wants to know most; empty for nothing. Unknown as long as the settings are: they are waited for. */
  focus: string | undefined
  /** Waits for the focus of the settings. */
  readFocus?(): Promise<string>
  /** Unknown as long as the settings are: then the service takes the length that stands there. */
  preset: Preset | undefined
}

/** Whether the focus is the one of the settings, or empty because those could not be loaded. */
export type FocusOrigin = 'written' | 'standing' | 'unread'

/** What is asked for next: in the length and with the focus of the reader's settings, unless they say otherwise. */
export function useSummaryForm() {
  const client = useClient()
  const cache = useQueryClient()
  const { data: settings, isPending, isError, failureCount } = useSettings()
  const [written, setFocus] = useState<string | null>(null)
  const [chosen, setPreset] = useState<Preset | null>(null)
  const isUnread = isError && !settings
  const standing = settings ? (settings.defaultFocus ?? '') : isUnread ? '' : undefined
  const focusOrigin = (): FocusOrigin => {
    if (written !== null) return 'written'
    return isUnread ? 'unread' : standing ? 'standing' : 'written'
  }
  const form: SummaryForm = {
    focus: written ?? standing,
    readFocus: async () => (await cache.ensureQueryData(settingsQuery(client))).defaultFocus ?? '',
    preset: chosen ?? settings?.defaultPreset,
  }
  return {
    form,
    /** Nothing is looked at in a length that is about to change. */
    isKnown: !isPending || failureCount > 0,
    focusOrigin: focusOrigin(),
    setFocus,
    setPreset,
    clear() {
      setFocus(null)
      setPreset(null)
    },
  }
}
