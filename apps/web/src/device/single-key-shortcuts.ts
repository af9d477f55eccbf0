import { type DeviceStorage, withFallback } from './storage.ts'

/** Whether single-key shortcuts are on. Users of speech input can turn them off (WCAG 2.1.4). */
export const areSingleKeysOn = (storage: DeviceStorage): boolean =>
  withFallback(() => storage.get('keys'), null) !== 'off'

export const setSingleKeysOn = (storage: DeviceStorage, isOn: boolean): void =>
  withFallback(() => (isOn ? storage.remove('keys') : storage.set('keys', 'off')), undefined)
