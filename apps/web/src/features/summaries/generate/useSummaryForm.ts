import type { Preset } from '@recaps/contract'
import { useState } from 'react'
import { useSettings } from '../../auth/settings.ts'

/** How what is asked for is to be. */
export interface SummaryForm {
  /** What its reader wants to know most; empty for nothing. */
  focus: string
  /** Unknown as long as the settings are: then the service takes the length that stands there. */
  preset: Preset | undefined
}

/** What is asked for next: in the length and with the focus of the reader's settings, unless they say otherwise. */
export function useSummaryForm() {
  const { data: settings, isPending, failureCount } = useSettings()
  const [written, setFocus] = useState<string | null>(null)
  const [chosen, setPreset] = useState<Preset | null>(null)
  const form: SummaryForm = {
    focus: written ?? settings?.defaultFocus ?? '',
    preset: chosen ?? settings?.defaultPreset,
  }
  return {
    form,
    /** Nothing is looked at in a length that is about to change. */
    isKnown: !isPending || failureCount > 0,
    /** The focus is the one of the settings. */
    isStanding: written === null && Boolean(settings?.defaultFocus),
    setFocus,
    setPreset,
    clear() {
      setFocus(null)
      setPreset(null)
    },
  }
}
