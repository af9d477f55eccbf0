import { deletedAccountRetentionDays, exportRetentionDays, retentionPeriods } from '@recaps/domain/retention'
import { isPhone } from '../../device/is-phone.ts'
import { mailtoLink, type TermRows, type TextSection } from '../help/blocks.ts'
import type { Installation } from '../help/installation.ts'
import { recipients } from './recipients.ts'
import { deviceWord, storedOnDevice } from './stored-on-device.ts'

/** Date of the last change in substance. */
export const privacyChangedOn = '2026-11-25'

const days = (number: number): string =>
  number % 365 === 0
    ? `${number / 365} ${number === 365 ? 'year' : 'years'}`
    : `${number} ${number === 1 ? 'day' : 'days'}`

/** The privacy policy of this installation. */
export const privacySections = (here: Installation): TextSection[] => [
  {
    id: 'short',
    title: 'In short',
    blocks: [
      [
        `We store only what the service needs to work. There are no trackers, no advertising and ${here.isCounted ? 'no analytics unless you [allow it](/privacy#counting)' : 'no analytics'}, and no page loads anything from another company unless you ask for it.`,
        'Nobody else sees what you read, listen to and follow. The summary of a public video is shared by everyone who requests it, but never with your name.',
        'You can export your data and delete your account yourself, in [Settings](/settings).',
      ],
    ],
  },
  {
    id: 'who',
    title: 'Who is responsible',
    blocks: [
      `The operator of this server, who decides what it is used for. ${operatorContact(here)}`,
      `${here.productName} is open-source software that anyone can run on their own machine. Its authors receive none of the data stored here.`,
    ],
  },
  { id: 'account', title: 'What we store with your account', blocks: [{ rows: keptWithAccount(here) }] },
  {
    id: 'visitors',
    title: 'What we store about visitors',
    blocks: [
      'You don’t need an account to read these pages or a summary that someone shared with you. To protect the service from overload, we count requests for minutes to hours. We count them per network, which you may share with your neighbors, and not per IP address. For up to two days, we also remember whether a network has opened a shared summary, in a form that doesn’t reveal the network.',
    ],
  },
  {
    id: 'storage',
    title: isPhone ? 'What is stored on your phone' : 'What is stored in your browser',
    blocks: [
      `All of it is strictly necessary for what you ask for${here.isCounted ? '' : ', so there is no banner to accept'}. Nobody else reads it, and logging out removes everything that is yours${isPhone ? ', except for what is listed under “What remains after you log out”' : ''}.`,
      { rows: storedOnDevice(here) },
    ],
  },
  ...(here.isCounted ? [counting(here)] : []),
  {
    id: 'how-long',
    title: 'How long we keep it',
    blocks: [
      {
        rows: [
          [
            'Account, settings, summaries, schedule',
            `Until you delete your account. Your name, email address, picture, sessions, devices and schedule are erased immediately, and what you had saved is erased after ${days(deletedAccountRetentionDays)}.`,
          ],
          [
            'A schedule you delete, or a channel you remove from it',
            `${days(retentionPeriods.deletedSchedule)}, so that you can restore it. It’s inactive during that time and then erased.`,
          ],
          [
            'A summary you delete',
            'Nobody can see it anymore. Until your account is erased, we keep a record of it, so that your schedule doesn’t add it again and your monthly count stays correct. For a file you uploaded, we also keep the transcript and the audio of the summary until then.',
          ],
          [
            'Sessions',
            `${days(retentionPeriods.idleSession)} without use, ${days(retentionPeriods.session)} at most, or until you log out.`,
          ],
          [
            'Emails and push notifications to you',
            `${days(retentionPeriods.messages)} after they were sent. Notifications in the app: ${days(retentionPeriods.notices)}; the text of one you delete: ${days(retentionPeriods.deletedNotice)}.`,
          ],
          [
            'Messages to support',
            `${days(retentionPeriods.feedback)} at most, and no longer than your account if you sent them while logged in. The email that our support team received stays in its mailbox.`,
          ],
          [
            'Logins, password changes, exports, deletions',
            `${days(retentionPeriods.securityEvents)}, with a shortened IP address, so that account theft can be investigated.`,
          ],
          [
            'Server logs',
            `${days(retentionPeriods.logs)}, with shortened IP addresses and without anything you typed.`,
          ],
          ['Exports', `${days(exportRetentionDays)}.`],
          ['Backups', `${days(retentionPeriods.backups)}.`],
          ...(here.isSold
            ? ([
                [
                  'Payments',
                  `Records of payments and refunds are kept as long as tax law requires, without your name once your account is deleted. Messages from payment services: ${days(retentionPeriods.paymentEvents)}.`,
                ],
              ] as const)
            : []),
        ],
      },
      'Transcripts and summaries of YouTube videos are shared by everyone who requests the same video. They don’t say who requested them, and they remain when you delete your account. A summary for which you told us what you most want to know is never shown to anyone else. It remains too, including what you told us, but without your name.',
    ],
  },
  {
    id: 'others',
    title: 'Who else receives data',
    blocks: [
      'We don’t sell data or pass it on for advertising. These services receive what they need for their part, and only when it’s needed:',
      { rows: recipients(here) },
      ...(here.isDemo ? ['This is a demo: all of these services are simulated on the same machine.'] : []),
    ],
  },
  {
    id: 'why',
    title: 'Legal basis',
    blocks: [
      `If the data protection law of the European Union or a similar law applies: we need the data of your account for our contract with you. Security measures, limits and logs are in the operator’s legitimate interest in a working service. We send push notifications only with your consent, which you can withdraw in [Settings](/settings).${here.isCounted ? ' We count visits only with your consent, which you can withdraw [here](/privacy#counting).' : ''} We keep records of payments because the law requires it.`,
    ],
  },
  {
    id: 'rights',
    title: 'Your rights',
    blocks: [
      [
        'Access and export: in [Settings](/settings) you can create a zip file of your profile, settings, plan and payments, schedule, notifications, and your summaries with their audio and the transcripts of your uploads. For any other data, write to the operator.',
        'Correction: you can change your name and picture in your [account](/account). Support can change your email address.',
        'Deletion: you can delete your account yourself in [Settings](/settings).',
        'Objection: in [Settings](/settings) you can choose not to have your summaries counted for Popular.',
      ],
      `For everything else, write to the operator. ${operatorContact(here)} You can also complain to the data protection authority where you live.`,
    ],
  },
  {
    id: 'safety',
    title: 'How we protect it',
    blocks: [
      'The server stores passwords and login tokens only as hashes, which can’t be turned back into the originals. Your list, your reading history and the files you upload belong to your account only. The summary of a public video is shared by everyone who requests it: it may be listed in Popular, but never with your name. Uploaded files are only read, never executed, and never shown to other users. See [above](/privacy#others) for what external services receive.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes',
    blocks: ['When this page changes, so does its date. If a change is to your disadvantage, we email you in advance.'],
  },
]

/** The page shows the switch for the consent below this section. */
const counting = ({ parties }: Installation): TextSection => ({
  id: 'counting',
  title: 'Counting visits',
  blocks: [
    `We count your visits only if you have allowed it ${isPhone ? 'on this phone' : 'in this browser'}. Until then, after a “No, thanks”, and if your ${deviceWord} objects for you (Global Privacy Control), nothing is sent and nothing is counted. Logging out deletes your answer; until we ask you again, that means no.`,
    {
      rows: [
        [
          'What we count',
          'Kinds of pages, such as “a summary”, and five steps: registering, requesting a summary, listening to one, creating a schedule, choosing a plan. Never which summary it is, and never what you type, search for, read or follow.',
        ],
        [
          'What is sent along',
          `How ${isPhone ? 'the web view of your phone' : 'your browser'} identifies itself (its name, version and system${isPhone ? ', and perhaps the model of the phone' : ''}), and your IP address without its last part, which lets us group the visits of one day. Not your account, and nothing that is stored ${isPhone ? 'on your phone' : 'in your browser'}.`,
        ],
        [
          'Where it goes',
          `From your ${deviceWord} only to this server, and from here to ${parties.has('counting:plausible') ? 'Plausible Analytics' : 'an analytics service chosen by the operator'}. This server stores none of it. The landing page is never counted.`,
        ],
      ],
    },
    'You can change your answer here or, if you have an account, under Privacy in [Settings](/settings).',
  ],
})

export const operatorContact = ({ supportEmail }: Installation): string =>
  supportEmail
    ? `You can reach the operator at ${mailtoLink(supportEmail)} or with the [contact form](/feedback).`
    : 'You can reach the operator with the [contact form](/feedback).'

const keptWithAccount = ({ parties, isSold }: Installation): TermRows => [
  [
    'Who you are',
    `Email address and time zone; name and picture if you add them; and your password, as a hash that nobody can read.${signInData(parties)}`,
  ],
  [
    'How you use the service',
    'Which videos you had summarized and by which schedule, how far you read and listened, how you rated the summaries, which summaries in Popular you opened, and how much of your monthly limit you have used.',
  ],
  ['What you chose', 'Your settings, and what you most want to know about videos, in your words.'],
  [
    'What you upload',
    'Your caption files and recordings, as text. We erase the audio of a recording as soon as it is transcribed, or up to a day later if we may have to try again.',
  ],
  [
    'What you follow',
    'Your channels, their frequency and the contents of each digest; your notifications in the app; and the channels you hide in Popular.',
  ],
  [
    'Where you are logged in',
    'For each session, the kind of device, a shortened IP address and when it was last used. You can see all of them in [Settings](/settings).',
  ],
  [
    'Devices with push notifications',
    'The address that the push service gave your device, encrypted, and what you want to be notified about.',
  ],
  ['What you wrote to us', 'Subject, message and the email address you gave.'],
  ...(isSold
    ? ([
        [
          'What you bought',
          'The plan, its dates and amounts, and the payment service’s ID of the payment. Card numbers never reach this server.',
        ],
      ] as const)
    : []),
]

function signInData(parties: Installation['parties']): string {
  const names = [parties.has('sign-in:google') && 'Google', parties.has('sign-in:apple') && 'Apple'].filter(Boolean)
  const appleToken = parties.has('sign-in:apple')
    ? ' If Apple provides one, also a token that ends the sign-in at Apple when you delete your account.'
    : ''
  return names.length > 0
    ? ` If you sign in with ${names.join(' or ')}, also your user ID and email address there.${appleToken}`
    : ''
}
