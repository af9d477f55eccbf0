import type { Settings, SettingsChange } from '@recaps/contract/users'
import type { StoredSettings } from '../../database/schema.ts'
import type { UserRow } from './repository.ts'

/** Settings of users who haven't changed any. Product news is opt-in. */
const defaults: StoredSettings = {
  voice: null,
  defaultPreset: 'standard',
  defaultMaxLength: 10_000,
  defaultFocus: null,
  mail: { digest: true, product: false },
  push: { digest: true, ready: true, product: false },
}

export function toSettings(row: Pick<UserRow, 'settings' | 'timezone' | 'shows_in_popular'>): Settings {
  const { settings: stored } = row
  return {
    ...defaults,
    ...stored,
    mail: { ...defaults.mail, ...stored.mail },
    push: { ...defaults.push, ...stored.push },
    timeZone: row.timezone,
    showInPopular: row.shows_in_popular,
  }
}

/** Applies a change to the settings. Absent keys keep their value. */
export function applySettingsChange(before: Settings, change: SettingsChange): Settings {
  return {
    ...before,
    ...withoutUndefined(change),
    mail: { ...before.mail, ...withoutUndefined(change.mail ?? {}) },
    push: { ...before.push, ...withoutUndefined(change.push ?? {}) },
  }
}

const withoutUndefined = <T extends object>(change: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never
