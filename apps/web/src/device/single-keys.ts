import { type DeviceStorage, leniently } from './storage.ts'

/** Whether single letters are keys of the app: who speaks to the computer, or hits keys by chance, can do without (WCAG 2.1.4). */
export const areKeysOn = (storage: DeviceStorage): boolean => leniently(() => storage.get('keys'), null) !== 'off'

export const setKeysOn = (storage: DeviceStorage, isOn: boolean): void =>
  leniently(() => (isOn ? storage.remove('keys') : storage.set('keys', 'off')), undefined)
