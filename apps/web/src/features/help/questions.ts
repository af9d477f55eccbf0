import { graceMs } from '@recaps/domain/billing'
import { longestVideoHours } from '@recaps/domain/duration'
import { plans } from '@recaps/domain/plans'
import { popularFromUsers } from '@recaps/domain/popularity'
import { daysToMs, exportKeptDays, retentionDays } from '@recaps/domain/retention'
import type { Block } from './blocks.ts'
import { mailTo } from './blocks.ts'
import type { Installation } from './installation.ts'
import { frequenciesPerPlan, perPlan, planRows, plansWith } from './plan-words.ts'

export interface Question {
  /** In the address, behind the #. */
  id: string
  question: string
  answer: readonly Block[]
}

export interface QuestionGroup {
  id: string
  title: string
  questions: readonly Question[]
}

/** What people ask, answered for this installation. */
export const questionGroups = (here: Installation): QuestionGroup[] => [
  { id: 'summaries', title: 'Summaries', questions: aboutSummaries(here) },
  { id: 'channels', title: 'Channels and schedules', questions: aboutChannels },
  { id: 'plans', title: 'Plans and payments', questions: aboutPlans(here) },
  { id: 'account', title: 'Account and privacy', questions: aboutAccount(here) },
]

const has = ({ parties }: Installation, task: 'model' | 'hearing') =>
  [...parties].some(party => party.startsWith(`${task}:`))

const aboutSummaries = (here: Installation): Question[] => [
  {
    id: 'what',
    question: 'What can be summarized?',
    answer: [
      `Videos on YouTube, by their link, their id, or a search under [Generate Summary](/tabs/summarize). The video has to be public or unlisted, and somebody has to speak in it.`,
      has(here, 'hearing')
        ? 'Caption files and recordings of your own work as well. What you bring is private: no other user ever sees it.'
        : 'Caption files of your own (.vtt, .srt, .ass, .lrc, .ttml, .xml, .json, .txt) work as well. What you bring is private: no other user ever sees it.',
    ],
  },
  {
    id: 'length',
    question: 'How long may a video be?',
    answer: [
      `Up to ${longestVideoHours} hours. The whole video is read, to its last minute; a bar above each summary shows which parts of the video it draws on.`,
    ],
  },
  {
    id: 'language',
    question: 'In which language are summaries written?',
    answer: [
      'In English only.',
      has(here, 'model')
        ? 'The video may be in another language: a language model then reads it and writes in English.'
        : 'The video has to be in English too: a language model for others is not set up here.',
    ],
  },
  {
    id: 'spoken',
    question: 'What does a summary rest on?',
    answer: [
      'On what is said. Pictures, slides, text on the screen and music are not looked at, so what a video only shows is missing from its summary.',
    ],
  },
  {
    id: 'captions',
    question: 'What if a video has no captions?',
    answer: [
      has(here, 'hearing')
        ? 'Then its sound is listened to and written down first. That takes longer.'
        : 'Then it cannot be summarized here, as speech to text is not set up. If you have its captions as a file, upload that instead.',
    ],
  },
  {
    id: 'right',
    question: 'Can I rely on a summary?',
    answer: [
      'It is made by a program and may be wrong. That is why every sentence names the second of the video it comes from: tap it, and hear for yourself. Numbers, names and negations are checked against what was said, and a sentence that does not pass is left out or marked.',
    ],
  },
  {
    id: 'failed',
    question: 'Does a summary that failed count?',
    answer: [
      'No. A summary takes its place in your month when you ask for it. If it fails, the place is given back. If you cancel it before the writing begins, the place is given back too, up to ten times a month; after that the Cancel button says that it still counts. A video you already have takes none, and deleting a finished summary gives nothing back.',
    ],
  },
]

const aboutChannels: Question[] = [
  {
    id: 'follow',
    question: 'Which channels can I follow?',
    answer: [
      `Any public channel on YouTube. How many at once depends on your plan: ${perPlan(({ channelLimit }) => channelLimit)}.`,
    ],
  },
  {
    id: 'often',
    question: 'How often do new summaries come?',
    answer: [
      `As often as you choose, within your plan: ${frequenciesPerPlan()}. Each time there is something new, one digest comes: in the app, and by email if you want it and have confirmed your address. If an email fails, we try once more.`,
    ],
  },
  {
    id: 'zone',
    question: 'In which time zone does a schedule run?',
    answer: [
      'In yours. It keeps its time of day when the clocks change. You find your time zone under [Settings](/settings).',
    ],
  },
  {
    id: 'gone',
    question: 'What if a channel becomes private or is deleted?',
    answer: ['It is paused, and you are told once. Your other channels go on.'],
  },
  {
    id: 'used-up',
    question: 'What if my month is used up in the middle of a digest?',
    answer: ['The newest videos come first. The digest names the others by title, so that you miss none.'],
  },
]

const aboutPlans = (here: Installation): Question[] => [
  {
    id: 'plans-have',
    question: 'What do the plans include?',
    answer: [
      'Summaries and community reads are counted by the month.',
      { rows: planRows },
      `Asking a video questions is part of ${plansWith(({ aiInteraction }) => aiInteraction)}.`,
      ...(here.isSold
        ? [`Without a paid plan you are on ${here.defaultPlan.title}.`]
        : [`Nothing is sold on this server: every account has the ${here.defaultPlan.title} plan, and pays nothing.`]),
    ],
  },
  {
    id: 'month',
    question: 'When does my month start again?',
    answer: [
      'On the first day of each calendar month, at midnight UTC. What is left of the month before is not carried over.',
    ],
  },
  {
    id: 'community',
    question: 'What are community reads?',
    answer: [
      `Popular summaries that others had made. A video is listed once at least ${popularFromUsers} people who confirmed their email address have summarized it, and nobody is told who they are. Opening one takes one read of your month; opening it again in the same month takes none.`,
    ],
  },
  ...(here.isSold ? aboutMoney : []),
]

const aboutMoney: Question[] = [
  {
    id: 'trial',
    question: 'Is there a free trial?',
    answer: [
      plans.some(({ offersFreeTrial }) => offersFreeTrial)
        ? `Yes, of ${plansWith(({ offersFreeTrial }) => offersFreeTrial)}.`
        : `No plan has one. The ${plans[0]!.title} plan is free for as long as you like.`,
    ],
  },
  {
    id: 'cancel',
    question: 'What happens when I cancel?',
    answer: [
      'Your plan stays until the end of the month that is paid for, and you are not charged again. Until then you can take it back. If your last payment did not go through, the plan ends at once. Nothing is deleted afterwards: channels and frequencies beyond the plan you have then wait.',
    ],
  },
  {
    id: 'change',
    question: 'Can I change my plan?',
    answer: [
      'At any time, under [Subscriptions](/subscriptions). A larger plan begins at once, and you pay the difference for the rest of the month. A smaller one begins when the month that is paid for has ended.',
    ],
  },
  {
    id: 'payment-failed',
    question: 'What if a payment fails?',
    answer: [
      `You are told by email, and your plan stays for ${graceMs / daysToMs(1)} days, so that you can put it right.`,
    ],
  },
  {
    id: 'refund',
    question: 'Can I have my money back?',
    answer: [
      '[Contact us](/feedback). What you have a right to, and what we give back by ourselves, stands in the [terms](/terms#refunds).',
    ],
  },
]

const aboutAccount = (here: Installation): Question[] => [
  {
    id: 'email',
    question: 'How do I change my email address?',
    answer: [
      `Support does it by hand, so that nobody takes your account over by it. [Contact us](/feedback) from your account and name the new address${here.supportEmail ? `, or email ${mailTo(here.supportEmail)} from the old one` : ''}.`,
    ],
  },
  {
    id: 'password',
    question: 'I forgot my password.',
    answer: [
      'Have a link [sent to your email address](/reset-password) and set a new one. You are logged out everywhere then.',
    ],
  },
  {
    id: 'who-sees',
    question: 'Who can see my summaries?',
    answer: [
      `Nobody sees your list. If at least ${popularFromUsers} people have a summary of the same public video, others can read that summary in Popular, without your name; under [Settings](/settings) you can have yours not counted. What you share is read by whoever has its link.`,
    ],
  },
  {
    id: 'export',
    question: 'Can I take my data with me?',
    answer: [
      `Yes: [Settings](/settings) makes one zip of your profile, settings, plan, schedule and summaries, and keeps it for you for ${exportKeptDays} days.`,
    ],
  },
  {
    id: 'delete',
    question: 'How do I delete my account?',
    answer: [
      `Under [Settings](/settings). You are logged out everywhere at once and nobody sees you any more. After ${retentionDays} days what you had saved is erased. More stands in the [privacy policy](/privacy#how-long).`,
    ],
  },
  {
    id: 'creator',
    question: 'I made a video. Can it be taken out?',
    answer: [
      'Yes. Tell us which video or channel under [Support](/support#creators), and it is not summarized here any more and listed nowhere.',
    ],
  },
]
