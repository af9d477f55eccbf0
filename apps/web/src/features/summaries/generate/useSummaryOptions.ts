import type { Preset } from '@recaps/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { settingsQuery, useSettings } from '../../auth/settings.ts'

/** Options of a summary request. */
export interface SummaryOptions {
  /** What the user most wants to know; empty for no focus, undefined until the settings are loaded. */
  focus: string | undefined
  /** Waits for the default focus of the settings. */
  loadDefaultFocus?(): Promise<string>
  /** Undefined until the settings are loaded; the server then uses the default length of the settings. */
  preset: Preset | undefined
}

/** Where the focus comes from; `unavailable` if the settings failed to load. */
export type FocusOrigin = 'typed' | 'settings' | 'unavailable'

/** Length and focus of the next request: the defaults of the settings unless changed on the page. */
export function useSummaryOptions() {
  const client = useClient()
  const cache = useQueryClient()
  const { data: settings, isPending, isError, failureCount } = useSettings()
  const [typedFocus, setFocus] = useState<string | null>(null)
  const [chosenPreset, setPreset] = useState<Preset | null>(null)
  const isUnavailable = isError && !settings
  const defaultFocus = settings ? (settings.defaultFocus ?? '') : isUnavailable ? '' : undefined
  const focusOrigin = (): FocusOrigin => {
    if (typedFocus !== null) return 'typed'
    return isUnavailable ? 'unavailable' : defaultFocus ? 'settings' : 'typed'
  }
  const form: SummaryOptions = {
    focus: typedFocus ?? defaultFocus,
    loadDefaultFocus: async () => (await cache.ensureQueryData(settingsQuery(client))).defaultFocus ?? '',
    preset: chosenPreset ?? settings?.defaultPreset,
  }
  return {
    form,
    /** False while the default length is loading, to avoid previews in a length that is about to change. */
    isReady: !isPending || failureCount > 0,
    focusOrigin: focusOrigin(),
    setFocus,
    setPreset,
    clear() {
      setFocus(null)
      setPreset(null)
    },
  }
}
