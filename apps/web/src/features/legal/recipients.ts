import type { ThirdParty } from '@recaps/domain/third-parties'
import { isPhone } from '../../device/is-phone.ts'
import type { Installation } from '../help/installation.ts'
import { deviceWord } from './stored-on-device.ts'

type Receiver = readonly [who: string, what: string]

/** The services that receive user data: YouTube, push services, and those configured on this server. */
export const recipients = ({ parties }: Pick<Installation, 'parties'>): Receiver[] => [
  youtube,
  ...[...parties].map(party => byParty[party]),
  pushServices,
]

const youtube: Receiver = [
  'YouTube (Google)',
  `Links, searches and channels. They are requested by this server and not by your ${deviceWord}, so YouTube doesn’t learn who asks. Your ${deviceWord} connects to YouTube only if you play the video inside a summary, ${isPhone ? 'on Android at youtube-nocookie.com, on an iPhone in YouTube’s app or your browser' : 'at youtube-nocookie.com'}.`,
]

const pushServices: Receiver = isPhone
  ? [
      'The push service of your phone or browser',
      'If you turn on push notifications: in this app, the notifications, which it can read, and the address it gave your phone; in a browser, encrypted notifications that it can’t read.',
    ]
  : [
      'The push service of your browser',
      'If you turn on push notifications: encrypted notifications that it can’t read, for the address it gave your device.',
    ]

const toModel =
  'Transcripts to summarize, including those of files you upload; what you most want to know; and your questions about videos. Not who you are.'
const toVoice = 'The text of summaries that its voices read aloud. Not who you are.'
const toCaptionService = 'The IDs of videos whose captions YouTube doesn’t give to this server. Not who asks for them.'
const toTranscriber = 'The audio of videos without captions, and of recordings you upload. Not who you are.'
const toSignIn =
  'If you sign in with it: the fact that you do. It tells us your email address, whether you have confirmed it, and your name.'
const toStore =
  'If you buy a plan there: the store handles the payment, and we ask it about the status of your purchase. Your purchase carries an account number that tells the store nothing else about you.'
const toAnalytics = `If you allow us to count your visits: kinds of pages and a few steps, the name of your ${deviceWord}, and your IP address without its last part. Not who you are.`

const byParty: Record<ThirdParty, Receiver> = {
  'sign-in:google': ['Google sign-in', toSignIn],
  'sign-in:apple': ['Apple sign-in', toSignIn],
  'payments:stripe': [
    'Stripe',
    'If you buy a plan: your email address and name, your plan, and your card details, which go only to Stripe. Stripe keeps invoices as required by law.',
  ],
  'payments:app-store': ['App Store (Apple)', toStore],
  'payments:google-play': ['Google Play', toStore],
  'model:openai': ['OpenAI, language model', toModel],
  'model:anthropic': ['Anthropic, language model', toModel],
  'model:google': ['Google, language model', toModel],
  'model:other': ['A language model chosen by the operator', toModel],
  'voice:openai': ['OpenAI, voices', toVoice],
  'voice:elevenlabs': ['ElevenLabs, voices', toVoice],
  'voice:other': ['Voices chosen by the operator', toVoice],
  'captions:supadata': ['Supadata, captions', toCaptionService],
  'captions:other': ['A caption service chosen by the operator', toCaptionService],
  'hearing:openai': ['OpenAI, speech to text', toTranscriber],
  'hearing:other': ['A speech to text service chosen by the operator', toTranscriber],
  'push:firebase': [
    'Firebase (Google)',
    'If you turn on push notifications on a phone: the notifications and the address of your device.',
  ],
  'counting:plausible': ['Plausible Analytics', toAnalytics],
  'counting:other': ['An analytics service chosen by the operator', toAnalytics],
  'mail:server': ['The operator’s mail service', 'Emails to you, with your address.'],
  'storage:bucket': [
    'The operator’s storage service',
    'Audio, transcripts, pictures and exports, as files without your name.',
  ],
}
