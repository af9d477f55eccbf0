import { isPhone } from '../../device/is-phone.ts'
import type { TermRows } from '../help/blocks.ts'
import type { Installation } from '../help/installation.ts'

/** The policy's word for what the app runs on. */
export const deviceWord = isPhone ? 'phone' : 'browser'

/** Everything the app stores on the device, under which name and for how long. */
export const storedOnDevice = (here: Installation): TermRows => (isPhone ? storedOnPhone(here) : storedInBrowser(here))

const storedEverywhere = ({ isCounted }: Pick<Installation, 'isCounted'>): TermRows => [
  [
    'Recent content, so that you can read it offline',
    'Your list, the summaries you read last, your questions about their videos with the answers, notifications, settings and plan, for up to 30 days; and reading and listening positions that haven’t been sent to the server yet.',
  ],
  [
    'Summaries you save offline',
    'Only if you choose to: the text and the audio of a summary, until you remove it or log out.',
  ],
  ['A schedule you’re creating', 'Its channels, date and frequency, until you save it or log out.'],
  ...(isCounted ? ([['Whether we may count your visits', 'Yes or no, until you log out.']] as const) : []),
]

const storedInBrowser = ({ parties, isCounted }: Installation): TermRows => [
  [
    'Your session',
    'A token that keeps you logged in, and copies of your profile and plan, so that pages open instantly.',
  ],
  ...storedEverywhere({ isCounted }),
  [
    'The app itself',
    'Its files, so that it opens without a connection. They’re the same for everyone and remain when you log out.',
  ],
  [
    'Your settings for this device',
    'Theme, playback speed, whether the queue plays on, text size, whether single-key shortcuts are on, and whether you want push notifications here.',
  ],
  ...(parties.has('sign-in:google') || parties.has('sign-in:apple')
    ? ([
        [
          'One cookie',
          'Only while you sign in with another service, for 20 minutes: it ties the response to your browser. It doesn’t say who you are.',
        ],
      ] as const)
    : []),
  ...(parties.has('payments:stripe')
    ? ([
        [
          'From Stripe',
          'Only once you open the payment form: Stripe’s script runs in the page and may set its own cookies, to detect stolen cards.',
        ],
      ] as const)
    : []),
  [
    'Technical names',
    `In local storage: authToken, user, subscriptions, userSubscription, schedule, theme, playbackSpeed, playsOn, textSize, keys, push${isCounted ? ', analytics' : ''}. In the database recaps: recent content, and the text of summaries you save offline. In the cache kept-sounds: their audio. In session storage: reloaded, and pageThatAsked, the page to open after you log in.${parties.has('sign-in:google') || parties.has('sign-in:apple') ? ' The cookie: __Host-sign-in, or sign-in if the site is served without https.' : ''}`,
  ],
]

/** Stored by `device/phone` and by the third-party libraries built into the app. */
const storedOnPhone = ({ parties, isCounted }: Installation): TermRows => [
  [
    'Your session',
    'A token that keeps you logged in, in the keychain of an iPhone or encrypted by Android’s keystore; and copies of your profile and plan, so that pages open instantly.',
  ],
  ...storedEverywhere({ isCounted }),
  ['A file you send to another app', 'A copy for that app, until you send the next one or log out.'],
  ['Text you share with this app', 'On an iPhone, until the app is opened and has read it.'],
  [
    'Your settings for this device',
    'Theme, playback speed, whether the queue plays on, text size, and whether you want push notifications here.',
  ],
  ...(parties.has('sign-in:google') || parties.has('sign-in:apple')
    ? ([
        [
          'A sign-in in progress',
          'Only while you sign in with another service in your phone’s browser: proof that you started it here, in the keychain or keystore. If you don’t finish, it’s valid for 20 minutes and is deleted when the app next starts after that. The browser gets a cookie for 20 minutes, which doesn’t say who you are.',
        ],
      ] as const)
    : []),
  ...(parties.has('push:firebase')
    ? ([
        [
          'From Firebase',
          'Only once you turn on push notifications: Firebase’s part of the app stores a number for this installation and the push address of this phone. When you log out, the address is deleted. The number remains, and so may a new address that is sent to no one. Neither says who you are.',
        ],
      ] as const)
    : []),
  ...(parties.has('payments:stripe')
    ? ([
        [
          'From Stripe',
          'Only once you open its payment sheet: Stripe’s part of the app runs and may store its own IDs, to detect stolen cards.',
        ],
      ] as const)
    : []),
  [
    'What remains after you log out',
    'General information about this server, and that the app is installed; until your phone’s push address is deleted, that there is one; and until the app is closed, a hash of the link that last opened it, which doesn’t reveal the link. None of this says who you are.',
  ],
  [
    'Technical names',
    `In the keychain or keystore: authToken, and signIn during a sign-in. In the preferences of the app: user, subscriptions, userSubscription, schedule, theme, playbackSpeed, playsOn, textSize, keys, push${isCounted ? ', analytics' : ''}, installation, installed. In local storage: theme, push token. In session storage: opened-link. In the database recaps: recent content, and the text of summaries you save offline. In the database recaps-files: their audio. In the folder handed-over of the cache: a file you send to another app. As share-target-data: text you share with this app on an iPhone. As capacitor.badge: the number on the app’s icon.`,
  ],
]
