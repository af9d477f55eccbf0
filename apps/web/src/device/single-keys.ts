import { type DeviceStorage, leniently } from './storage.ts'

/** Whether single-key shortcuts are on. Users of speech input can turn them off (WCAG 2.1.4). */
export const areKeysOn = (storage: DeviceStorage): boolean => leniently(() => storage.get('keys'), null) !== 'off'

export const setKeysOn = (storage: DeviceStorage, isOn: boolean): void =>
  leniently(() => (isOn ? storage.remove('keys') : storage.set('keys', 'off')), undefined)
