import { graceMs } from '@recaps/domain/billing'
import { maxVideoHours } from '@recaps/domain/duration'
import { plans } from '@recaps/domain/plans'
import { minUsersForPopular } from '@recaps/domain/popularity'
import { daysToMs, deletedAccountRetentionDays, exportRetentionDays } from '@recaps/domain/retention'
import type { Block } from './blocks.ts'
import { mailtoLink } from './blocks.ts'
import type { Installation } from './installation.ts'
import { formatFrequenciesPerPlan, formatPerPlan, formatPlansWith, planTermRows } from './plan-texts.ts'

export interface Question {
  /** The URL fragment. */
  id: string
  question: string
  answer: readonly Block[]
}

export interface QuestionGroup {
  id: string
  title: string
  questions: readonly Question[]
}

/** The FAQ, with the answers that apply to this installation. */
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
    question: 'What can I summarize?',
    answer: [
      `YouTube videos: paste a link or a video ID, or search under [Generate Summary](/tabs/summarize). The video must be public or unlisted, and someone has to speak in it.`,
      has(here, 'hearing')
        ? 'You can also upload your own caption files and recordings. They’re private: no other user ever sees them.'
        : 'You can also upload your own caption files (.vtt, .srt, .ass, .lrc, .ttml, .xml, .json, .txt). They’re private: no other user ever sees them.',
    ],
  },
  {
    id: 'length',
    question: 'How long can a video be?',
    answer: [
      `Up to ${maxVideoHours} hours. We read the whole video, down to the last minute. A bar above each summary shows which parts of the video it cites.`,
    ],
  },
  {
    id: 'language',
    question: 'What language are summaries in?',
    answer: [
      'English only.',
      has(here, 'model')
        ? 'The video can be in another language: a language model reads it and writes the summary in English.'
        : 'The video must be in English too: other languages need a language model, which isn’t set up here.',
    ],
  },
  {
    id: 'spoken',
    question: 'What are summaries based on?',
    answer: [
      'Only on what is said in the video. Pictures, slides, on-screen text and music are ignored, so anything a video only shows is missing from its summary.',
    ],
  },
  {
    id: 'captions',
    question: 'What if a video has no captions?',
    answer: [
      has(here, 'hearing')
        ? 'We transcribe its audio first, so the summary takes longer.'
        : 'We can’t summarize it, because speech to text isn’t set up here. If you have a caption file, upload that instead.',
    ],
  },
  {
    id: 'right',
    question: 'Can I trust a summary?',
    answer: [
      'Summaries are written by software and can be wrong. That’s why every sentence links to its moment in the video: tap it and hear for yourself. We check numbers, names and negations against what was said. A sentence that fails the check is left out or flagged.',
    ],
  },
  {
    id: 'failed',
    question: 'Do failed summaries count toward my limit?',
    answer: [
      'No. If you cancel a summary before we start writing it, it doesn’t count either, up to ten times a month. When it would count, the button says “Cancel (still counts)”. Requesting a video you already have doesn’t count again, and deleting a finished summary doesn’t give it back.',
    ],
  },
]

const aboutChannels: Question[] = [
  {
    id: 'follow',
    question: 'Which channels can I follow?',
    answer: [
      `Any public YouTube channel. How many depends on your plan: ${formatPerPlan(({ channelLimit }) => channelLimit)}.`,
    ],
  },
  {
    id: 'often',
    question: 'How often will I get new summaries?',
    answer: [
      `As often as your plan allows: ${formatFrequenciesPerPlan()}. Whenever there’s something new, you get one digest in the app, and by email if you want it and have confirmed your address. If an email fails, we try once more.`,
    ],
  },
  {
    id: 'zone',
    question: 'Which time zone do schedules use?',
    answer: [
      'Yours. You can change it in [Settings](/settings). When the clocks change, your digests keep their time of day.',
    ],
  },
  {
    id: 'gone',
    question: 'What if a channel becomes private or is deleted?',
    answer: ['We pause that channel and notify you. Your other channels aren’t affected.'],
  },
  {
    id: 'used-up',
    question: 'What if I reach my monthly limit in the middle of a digest?',
    answer: ['The newest videos are summarized first. The digest lists the others by title, so you don’t miss any.'],
  },
]

const aboutPlans = (here: Installation): Question[] => [
  {
    id: 'plans-have',
    question: 'What do the plans include?',
    answer: [
      'Summaries and community reads are counted per calendar month.',
      { rows: planTermRows },
      `${formatPlansWith(({ aiInteraction }) => aiInteraction)} also let you ask questions about a video.`,
      ...(here.isSold
        ? [`Without a paid plan, you’re on ${here.defaultPlan.title}.`]
        : [`Nothing is sold on this server: every account has the ${here.defaultPlan.title} plan for free.`]),
    ],
  },
  {
    id: 'month',
    question: 'When do my monthly limits reset?',
    answer: [
      'On the first day of each calendar month, at midnight UTC. Unused summaries and community reads don’t carry over.',
    ],
  },
  {
    id: 'community',
    question: 'What are community reads?',
    answer: [
      `Summaries in Popular that other people requested. A video appears there once at least ${minUsersForPopular} people with a confirmed email address have summarized it, and nobody sees who they are. Opening such a summary uses one read; opening it again in the same month is free.`,
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
        ? `Yes, for ${formatPlansWith(({ offersFreeTrial }) => offersFreeTrial)}.`
        : `No plan has a free trial, but the ${plans[0]!.title} plan is free for as long as you like.`,
    ],
  },
  {
    id: 'cancel',
    question: 'What happens when I cancel?',
    answer: [
      'You keep your plan until the end of the billing period, and you aren’t charged again. Until then, you can change your mind. If your last payment failed, the plan ends right away. Nothing gets deleted: channels and frequencies that your new plan doesn’t include are paused.',
    ],
  },
  {
    id: 'change',
    question: 'Can I change my plan?',
    answer: [
      'Yes, at any time, under [Subscriptions](/subscriptions). An upgrade starts right away, and you pay the difference for the rest of the billing period. A downgrade starts when the billing period ends.',
    ],
  },
  {
    id: 'payment-failed',
    question: 'What if a payment fails?',
    answer: [`We’ll email you. You keep your plan for ${graceMs / daysToMs(1)} days, so you have time to fix it.`],
  },
  {
    id: 'refund',
    question: 'Can I get a refund?',
    answer: [
      '[Contact us](/feedback). The [terms](/terms#refunds) explain your rights and what we refund automatically.',
    ],
  },
]

const aboutAccount = (here: Installation): Question[] => [
  {
    id: 'email',
    question: 'How do I change my email address?',
    answer: [
      `Our support team does it by hand, so that nobody can take over your account this way. [Contact us](/feedback) while logged in and tell us the new address${here.supportEmail ? `, or email ${mailtoLink(here.supportEmail)} from the old one` : ''}.`,
    ],
  },
  {
    id: 'password',
    question: 'I forgot my password.',
    answer: [
      'Get a reset link [sent to your email address](/reset-password) and set a new password. This logs you out everywhere.',
    ],
  },
  {
    id: 'who-sees',
    question: 'Who can see my summaries?',
    answer: [
      `Only you see your list. If at least ${minUsersForPopular} people have a summary of the same public video, others can read that summary in Popular, without your name. You can opt out in [Settings](/settings). If you share a summary, anyone with the link can read it.`,
    ],
  },
  {
    id: 'export',
    question: 'Can I export my data?',
    answer: [
      `Yes. In [Settings](/settings) you can create a zip file of your profile, settings, plan, schedule and summaries. You can download it for ${exportRetentionDays} days.`,
    ],
  },
  {
    id: 'delete',
    question: 'How do I delete my account?',
    answer: [
      `In [Settings](/settings). You’re logged out everywhere, and your profile and lists are no longer visible to anyone. After ${deletedAccountRetentionDays} days, we erase what you had saved. The [privacy policy](/privacy#how-long) has the details.`,
    ],
  },
  {
    id: 'creator',
    question: 'I made a video. Can you remove it?',
    answer: [
      'Yes. Tell us which video or channel under [Support](/support#creators). We’ll stop summarizing it and remove it from all lists.',
    ],
  },
]
