import { isPhone } from '../../device/is-phone.ts'
import type { Rows } from '../help/blocks.ts'
import type { Installation } from '../help/installation.ts'

/** What the app runs in, in the words of the policy. */
export const device = isPhone ? 'phone' : 'browser'

/** Everything that the app lays down where it runs, under what name, and how long it stays. */
export const keptHere = (here: Installation): Rows => (isPhone ? keptOnPhone(here) : keptInBrowser(here))

const keptAnywhere = ({ isCounted }: Pick<Installation, 'isCounted'>): Rows => [
  [
    'What you read, to be read without a network',
    'The list, the summaries read last, what you asked of their videos with the answers, notices, settings and plan, for 30 days at most, and places that the server has not been told yet.',
  ],
  [
    'What you keep offline',
    'Only when you ask for it: the text and the sound of a summary, until you remove it or log out.',
  ],
  ['A schedule you are building', 'Its channels, date and frequency, until it is saved or you log out.'],
  ...(isCounted ? ([['Your answer about counting', 'Yes or no, until you log out.']] as const) : []),
]

const keptInBrowser = ({ parties, isCounted }: Installation): Rows => [
  [
    'Your session',
    'What says that you are logged in, and copies of your profile and plan, so that pages stand at once.',
  ],
  ...keptAnywhere({ isCounted }),
  ['The app itself', 'Its files, so that it opens without a network. They are the same for everybody, and stay.'],
  [
    'What you chose for this device',
    'Theme, playback speed, whether the queue plays on, text size, whether single letters are keys, and whether push messages are wanted here.',
  ],
  ...(parties.has('sign-in:google') || parties.has('sign-in:apple')
    ? ([
        [
          'One cookie',
          'Only while you sign in by another service, for 20 minutes: it ties what comes back to your browser. It never says who you are.',
        ],
      ] as const)
    : []),
  ...(parties.has('payments:stripe')
    ? ([
        [
          'From Stripe',
          'When you open the payment form, and not before, Stripe’s script runs in the page and may set cookies of its own, to tell people who pay from people who try stolen cards.',
        ],
      ] as const)
    : []),
  [
    'Their technical names',
    `In local storage: authToken, user, subscriptions, userSubscription, schedule, theme, playbackSpeed, playsOn, textSize, keys, push${isCounted ? ', analytics' : ''}. In the database recaps: what you read, and the text you keep offline. In the cache kept-sounds: its sound. In session storage: reloaded, and pageThatAsked, which is where a log-in is to lead.${parties.has('sign-in:google') || parties.has('sign-in:apple') ? ' The cookie: __Host-sign-in, or sign-in where the site comes without https.' : ''}`,
  ],
]

/** By `device/phone`, and by the parts of others that are built into the app. */
const keptOnPhone = ({ parties, isCounted }: Installation): Rows => [
  [
    'Your session',
    'What says that you are logged in, in the keychain of an iPhone or locked by Android’s keystore; and copies of your profile and plan, so that pages stand at once.',
  ],
  ...keptAnywhere({ isCounted }),
  ['A file that you pass on', 'A copy, for the app that you hand it to, until the next one or until you log out.'],
  ['A text that you share with the app', 'On an iPhone, until the app is opened and has taken it.'],
  [
    'What you chose for this device',
    'Theme, playback speed, whether the queue plays on, text size, and whether push messages are wanted here.',
  ],
  ...(parties.has('sign-in:google') || parties.has('sign-in:apple')
    ? ([
        [
          'A sign-in on its way',
          'Only while you sign in by another service in your phone’s browser: what proves that you began it here, in the keychain or keystore. What is left of one that came to nothing counts for 20 minutes, and goes with the next start of the app after that. That browser is given a cookie for 20 minutes, which never says who you are.',
        ],
      ] as const)
    : []),
  ...(parties.has('push:firebase')
    ? ([
        [
          'From Firebase',
          'Once you want push messages, and not before, Firebase’s part of the app keeps a number for this installation and the address of this phone. When you log out that address is given back; the number stays, and so may a new address that nobody is told. Neither says who you are.',
        ],
      ] as const)
    : []),
  ...(parties.has('payments:stripe')
    ? ([
        [
          'From Stripe',
          'When you open its payment sheet, and not before, Stripe’s part of the app runs and may keep numbers of its own, to tell people who pay from people who try stolen cards.',
        ],
      ] as const)
    : []),
  [
    'What a log-out leaves',
    'What this server says of itself, and that the app is installed; until your phone’s address for push messages is given back, that there is one; and until the app is closed, a mark of the link that last opened it, from which the link cannot be read. Nothing of it says who you are.',
  ],
  [
    'Their technical names',
    `In the keychain or keystore: authToken, and signIn during a sign-in. In the preferences of the app: user, subscriptions, userSubscription, schedule, theme, playbackSpeed, playsOn, textSize, keys, push${isCounted ? ', analytics' : ''}, installation, installed. In local storage: theme, push token. In session storage: opened-link. In the database recaps: what you read, and the text you keep offline. In the database recaps-files: its sound. In the folder handed-over of the cache: a file that you pass on. As share-target-data: what you share with the app on an iPhone. As capacitor.badge: the number on its icon.`,
  ],
]
