import type { Settings, SettingsChange } from '@recaps/contract/users'
import type { StoredSettings } from '../../database/schema.ts'
import type { UserRow } from './repository.ts'

/** What holds for whoever has chosen nothing. News of the product is asked for, never taken for granted. */
const defaults: StoredSettings = {
  voice: null,
  defaultPreset: 'standard',
  defaultMaxLength: 10_000,
  defaultFocus: null,
  mail: { digest: true, product: false },
  push: { digest: true, ready: true, product: false },
}

export function settingsOf(row: Pick<UserRow, 'settings' | 'timezone' | 'shows_in_popular'>): Settings {
  const { settings: chosen } = row
  return {
    ...defaults,
    ...chosen,
    mail: { ...defaults.mail, ...chosen.mail },
    push: { ...defaults.push, ...chosen.push },
    timeZone: row.timezone,
    showInPopular: row.shows_in_popular,
  }
}

/** The settings after a change: what is absent in it stays as it is. */
export function changed(before: Settings, change: SettingsChange): Settings {
  return {
    ...before,
    ...given(change),
    mail: { ...before.mail, ...given(change.mail ?? {}) },
    push: { ...before.push, ...given(change.push ?? {}) },
  }
}

/** Without the keys that are there but undefined. */
const given = <T extends object>(change: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never
