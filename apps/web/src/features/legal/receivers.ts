import type { ThirdParty } from '@recaps/domain/third-parties'
import { isPhone } from '../../device/is-phone.ts'
import type { Installation } from '../help/installation.ts'
import { device } from './kept-here.ts'

type Receiver = readonly [who: string, what: string]

/** Who is handed something of users, as far as it is set up here; YouTube and push services always are. */
export const receivers = ({ parties }: Pick<Installation, 'parties'>): Receiver[] => [
  youtube,
  ...[...parties].map(party => byParty[party]),
  pushServices,
]

const youtube: Receiver = [
  'YouTube (Google)',
  `Links, searches and channels, asked for by this server and not by your ${device}: YouTube does not learn who asks. Only if you start the video inside a summary does your ${device} connect to it, ${isPhone ? 'on Android at youtube-nocookie.com, on an iPhone in YouTube’s app or your browser' : 'at youtube-nocookie.com'}.`,
]

const pushServices: Receiver = isPhone
  ? [
      'The push service of your phone or browser',
      'If you want push messages: in this app the messages, which it can read, and the address it gave your phone; in a browser encrypted messages that it cannot read.',
    ]
  : [
      'The push service of your browser',
      'If you want push messages: encrypted messages that it cannot read, for the address it gave your device.',
    ]

const written =
  'Transcripts to be summarized, among them those of files you bring, what you want to know most, and questions you ask a video. Not who you are.'
const spoken = 'The text of summaries that are read aloud by its voices. Not who you are.'
const captions = 'The ids of videos whose captions YouTube does not hand out to this server. Not who asks for them.'
const heard = 'The sound of videos without captions, and of recordings you bring. Not who you are.'
const signedIn =
  'If you sign in with it: that you do. It tells us your address, whether you have confirmed it, and your name.'
const inStore =
  'If you buy a plan in it: the store takes the payment, and is asked how your purchase stands. Your purchase carries a number of your account that tells the store nothing else.'

const counted = `If you allow your visits to be counted: kinds of pages and a few steps, the name of your ${device}, and your network address without its end. Not who you are.`

const byParty: Record<ThirdParty, Receiver> = {
  'sign-in:google': ['Google sign-in', signedIn],
  'sign-in:apple': ['Apple sign-in', signedIn],
  'payments:stripe': [
    'Stripe',
    'If you buy a plan: your email address and name, your plan, and your card details, which go to Stripe alone. Stripe keeps invoices as the law demands.',
  ],
  'payments:app-store': ['App Store (Apple)', inStore],
  'payments:google-play': ['Google Play', inStore],
  'model:openai': ['OpenAI, language model', written],
  'model:anthropic': ['Anthropic, language model', written],
  'model:google': ['Google, language model', written],
  'model:other': ['A language model that the operator has chosen', written],
  'voice:openai': ['OpenAI, voices', spoken],
  'voice:elevenlabs': ['ElevenLabs, voices', spoken],
  'voice:other': ['Voices that the operator has chosen', spoken],
  'captions:supadata': ['Supadata, captions', captions],
  'captions:other': ['A service for captions that the operator has chosen', captions],
  'hearing:openai': ['OpenAI, speech to text', heard],
  'hearing:other': ['Speech to text that the operator has chosen', heard],
  'push:firebase': [
    'Firebase (Google)',
    'If you want push messages on a phone: the messages and the address of your device.',
  ],
  'counting:plausible': ['Plausible Analytics', counted],
  'counting:other': ['An analytics service that the operator has chosen', counted],
  'mail:server': ['The operator’s mail service', 'The emails to you, with your address.'],
  'storage:bucket': [
    'The operator’s storage service',
    'Sound, transcripts, pictures and exports, as files without your name.',
  ],
}
