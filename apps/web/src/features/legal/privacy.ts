import { exportKeptDays, keptDays, retentionDays } from '@recaps/domain/retention'
import { isPhone } from '../../device/is-phone.ts'
import { mailTo, type Rows, type TextSection } from '../help/blocks.ts'
import type { Installation } from '../help/installation.ts'
import { device, keptHere } from './kept-here.ts'
import { receivers } from './receivers.ts'

/** When the words last changed what they promise. */
export const privacyChangedOn = '2026-11-25'

const days = (number: number): string =>
  number % 365 === 0
    ? `${number / 365} ${number === 365 ? 'year' : 'years'}`
    : `${number} ${number === 1 ? 'day' : 'days'}`

/** What is kept, why, for how long, who else is handed something, and what everybody may ask for. */
export const privacySections = (here: Installation): TextSection[] => [
  {
    id: 'short',
    title: 'In short',
    blocks: [
      [
        `Only what the service needs to work is kept. There are no trackers, no advertising and ${here.isCounted ? 'no analytics unless you [allow it](/privacy#counting)' : 'no analytics'}, and no page loads anything from another company before you ask for it.`,
        'What you read, hear and follow is seen by nobody else. The text of a public video’s summary is shared by all who ask for it, never with your name.',
        'You can take everything with you and delete your account yourself, under [Settings](/settings).',
      ],
    ],
  },
  {
    id: 'who',
    title: 'Who answers for it',
    blocks: [
      `The operator: whoever runs this server, who decides what it is used for. ${reachedBy(here)}`,
      `${here.productName} is open software that anybody may run on a machine of their own. Those who wrote it receive nothing of what is kept here.`,
    ],
  },
  { id: 'account', title: 'What is kept with an account', blocks: [{ rows: keptWithAccount(here) }] },
  {
    id: 'visitors',
    title: 'What is kept of visitors',
    blocks: [
      'No account is needed to read these pages or a summary that somebody shared with you. So that nobody overloads the service, requests are counted for minutes to hours, by the network that an address belongs to, which neighbours may share, and not by the address itself. Whether a network has opened a shared summary is kept for two days at most, in a form that does not show the network.',
    ],
  },
  {
    id: 'storage',
    title: isPhone ? 'What lies on your phone' : 'What lies in your browser',
    blocks: [
      `All of it is strictly necessary for what you ask for${here.isCounted ? '' : ', so there is no banner to accept'}. Nothing of it is read by anybody else, and logging out removes all that is yours${isPhone ? ', but for what stands under “What a log-out leaves”' : ''}.`,
      { rows: keptHere(here) },
    ],
  },
  ...(here.isCounted ? [counting(here)] : []),
  {
    id: 'how-long',
    title: 'For how long',
    blocks: [
      {
        rows: [
          [
            'Account, settings, summaries, schedule',
            `Until you delete your account. Then your name, address, picture, sessions, devices and schedule are gone at once, and what you had saved is erased after ${days(retentionDays)}.`,
          ],
          [
            'A schedule that you delete, or a channel that you remove from it',
            `${days(keptDays.deletedSchedule)}, at rest, so that you can take it back; then it is erased.`,
          ],
          [
            'A summary that you delete',
            'Nobody sees it any more. It stays noted, and so do the words and the sound of a file of yours, until your account is erased: so a schedule does not bring it again, and your month is counted rightly.',
          ],
          [
            'Sessions',
            `${days(keptDays.idleSession)} without use, ${days(keptDays.session)} in any case, or until you log out.`,
          ],
          [
            'Emails and push messages to you',
            `${days(keptDays.messages)} after they were sent. Notices in the app: ${days(keptDays.notices)}; the words of one that you delete: ${days(keptDays.deletedNotice)}.`,
          ],
          [
            'Messages to support',
            `${days(keptDays.feedback)} at most, and no longer than your account if you wrote from one. The email that support received stays in its mailbox.`,
          ],
          [
            'Log-ins, changed passwords, exports, deletions',
            `${days(keptDays.securityEvents)}, with a shortened network address, so that a theft of an account can be traced.`,
          ],
          [
            'Lines of the server’s log',
            `${days(keptDays.logs)}, with shortened network addresses and without what you typed.`,
          ],
          ['Exports', `${days(exportKeptDays)}.`],
          ['Backups', `${days(keptDays.backups)}.`],
          ...(here.isSold
            ? ([
                [
                  'Payments',
                  `What was paid and given back is kept as long as tax law demands, without your name once your account is deleted. Messages of payment services: ${days(keptDays.paymentEvents)}.`,
                ],
              ] as const)
            : []),
        ],
      },
      'Transcripts and summaries of videos on YouTube are shared by all who ask for the same video. They say nothing about who asked, and stay when you go. A summary for which you said what you want to know most is shown to nobody else; it stays too, with those words and without your name.',
    ],
  },
  {
    id: 'others',
    title: 'Who else receives something',
    blocks: [
      'Nothing is sold, and nothing is given away for advertising. These receive what they need for their part, and only when it is needed:',
      { rows: receivers(here) },
      ...(here.isDemo
        ? ['This is a demonstration: stand-ins on the same machine answer in place of all of them.']
        : []),
    ],
  },
  {
    id: 'why',
    title: 'Why this is allowed',
    blocks: [
      `Where the data protection law of the European Union or one like it applies: what an account holds is needed for the contract with you; security, limits and logs are in the operator’s legitimate interest in a service that works; push messages come only with your consent, which you take back under [Settings](/settings);${here.isCounted ? ' visits are counted only with your consent, which you take back [here](/privacy#counting);' : ''} and records of payments are kept because the law demands it.`,
    ],
  },
  {
    id: 'rights',
    title: 'What you can ask for',
    blocks: [
      [
        'See and take along: [Settings](/settings) makes one zip of your profile, settings, plan and payments, schedule, notices, and your summaries with their sound and the words of what you brought. For anything else that is kept, write to the operator.',
        'Correct: your name and picture in your [account](/account), your email address by support.',
        'Delete: your account under [Settings](/settings), without asking anybody.',
        'Object: under [Settings](/settings) your summaries are not counted for the popular list any more.',
      ],
      `For everything else, write to the operator. ${reachedBy(here)} You can also complain to the data protection authority where you live.`,
    ],
  },
  {
    id: 'safety',
    title: 'How it is protected',
    blocks: [
      'On the server, passwords and what keeps you logged in are stored scrambled in a way that cannot be turned back. Your list, what you read and the files you bring belong to your account alone. The text of a public video’s summary is shared by all who ask for it: it may be listed in Popular, never with your name. Files you bring are only read, never run, and never shown to other users; what services outside receive of them stands [above](/privacy#others).',
    ],
  },
  {
    id: 'changes',
    title: 'Changes',
    blocks: [
      'When this page changes, its date changes. If a change takes something from you, you are told by email before.',
    ],
  },
]

/** What is counted, where it goes, and how the yes is taken back. The switch stands below it. */
const counting = ({ parties }: Installation): TextSection => ({
  id: 'counting',
  title: 'Whether your visits are counted',
  blocks: [
    `Only after you have allowed it, ${isPhone ? 'on this phone' : 'in this browser'}. Until then, after a “No, thanks”, and where your ${device} says no for you (Global Privacy Control), nothing is sent and nothing is counted. A log-out forgets your answer, which is a no until you are asked again.`,
    {
      rows: [
        [
          'What is counted',
          'Kinds of pages, such as “a summary”, and five steps: having registered, asked for a summary, listened to one, made a schedule, chosen a plan. Never which summary, what you type, search, read or follow.',
        ],
        [
          'What comes along',
          `What ${isPhone ? 'the part of your phone that shows pages' : 'your browser'} calls itself (its name, version and system${isPhone ? ', and perhaps the model of the phone' : ''}), and your network address without its end, by which visits of one day can be told apart. Not your account, and nothing that is kept ${isPhone ? 'on your phone' : 'in your browser'}.`,
        ],
        [
          'Where it goes',
          `From your ${device} to this server alone, and from here to ${parties.has('counting:plausible') ? 'Plausible Analytics' : 'an analytics service that the operator has chosen'}. This server keeps nothing of it. The front page is never counted.`,
        ],
      ],
    },
    'You can change your answer here or, with an account, under [Settings](/settings), Privacy.',
  ],
})

export const reachedBy = ({ supportEmail }: Installation): string =>
  supportEmail
    ? `You reach the operator at ${mailTo(supportEmail)} or by the [form](/feedback).`
    : 'You reach the operator by the [form](/feedback).'

const keptWithAccount = ({ parties, isSold }: Installation): Rows => [
  [
    'Who you are',
    `Email address and time zone; name and picture if you give them; your password, scrambled so that nobody can read it.${signInOf(parties)}`,
  ],
  [
    'What you do with it',
    'Which videos you had summarized, from which schedule, how far you read and listened, how you rated them, what you opened of others’, and how much of your month is used.',
  ],
  ['What you chose', 'Your settings, and what you want to know most of videos, in your words.'],
  [
    'What you bring',
    'Captions and recordings of your own, as text. The sound of a recording is erased as soon as it is written down, or a day later where it may have to be tried again.',
  ],
  [
    'What you follow',
    'Your channels, their frequency and what each digest brought; the notices in the app; and the channels you hide in Popular.',
  ],
  [
    'Where you are logged in',
    'For each session the kind of device, a shortened network address, and when it was last used. You see all of them under [Settings](/settings).',
  ],
  [
    'Devices with push messages',
    'The address that the push service gave your device, encrypted, and what you want to be told.',
  ],
  ['What you wrote to us', 'Subject, message, and the address you gave.'],
  ...(isSold
    ? ([
        [
          'What you bought',
          'The plan, its dates, amounts and the number of the payment at the payment service. Card numbers never reach this server.',
        ],
      ] as const)
    : []),
]

function signInOf(parties: Installation['parties']): string {
  const names = [parties.has('sign-in:google') && 'Google', parties.has('sign-in:apple') && 'Apple'].filter(Boolean)
  const ending = parties.has('sign-in:apple')
    ? ' Of Apple also, where it gives it, what ends that sign-in over there when you delete your account.'
    : ''
  return names.length > 0
    ? ` If you sign in with ${names.join(' or ')}, the number and the email address by which you are known there.${ending}`
    : ''
}
