import { isPhone } from '../../device/is-phone.ts'

export const texts = {
  title: 'Push notifications',
  loading: 'Checking this device',
  failed: 'Couldn’t check notifications on this device.',
  retry: 'Try again',
  thisDevice: 'On this device',
  thisDeviceHint: isPhone
    ? 'Even when the app is closed. Your phone will ask for permission.'
    : 'Even when the app is closed. Your browser will ask for permission.',
  digest: 'Digests',
  digestHint: 'When your schedule has new summaries.',
  ready: 'Summaries',
  readyHint: 'When a summary you requested is ready.',
  notifyWhenReady: 'Notify me when it’s ready',
  willNotify: 'We’ll notify you on this device when it’s ready.',
  test: 'Send test notification',
  sent: (count: number) => (count === 1 ? 'Sent. It should arrive any moment.' : `Sent to your ${count} devices.`),
  notSent: 'The test notification didn’t reach any device. Turn notifications off and on again.',
  notAllowed: isPhone
    ? 'Notifications stay off because your phone didn’t allow them.'
    : 'Notifications stay off because your browser didn’t allow them.',
  noService: isPhone
    ? 'Your phone couldn’t reach its push service. Try again in a moment.'
    : 'Your browser couldn’t reach its push service. Try again, or use another browser.',
  open: 'Open',
  obstacles: {
    blocked: isPhone
      ? 'Your phone blocks notifications from this app. Allow them in your phone’s settings, then come back here.'
      : 'Your browser blocks notifications from this site. Allow them in the site settings, then reload this page.',
    insecure: 'Push notifications only work over a secure connection (https).',
    not_installed: 'On iPhone or iPad, first add this app to the Home Screen and open it from there.',
    unsupported: isPhone
      ? 'Push notifications aren’t available: the app isn’t set up for them, or this phone doesn’t support them.'
      : 'This browser doesn’t support push notifications.',
  },
} as const
