import { graceMs } from '@recaps/domain/billing'
import { maxVideoHours } from '@recaps/domain/duration'
import { daysToMs, deletedAccountRetentionDays } from '@recaps/domain/retention'
import type { TextSection } from '../help/blocks.ts'
import type { Installation } from '../help/installation.ts'
import { planTermRows } from '../help/plan-texts.ts'
import { operatorContact } from './privacy.ts'

/** Date of the last change in substance. */
export const termsChangedOn = '2026-11-23'

/** The agreement between the users of this installation and its operator. */
export const termsSections = (here: Installation): TextSection[] => [
  {
    id: 'who',
    title: 'Who provides the service',
    blocks: [
      `The service at this address is provided by the operator of this server. ${operatorContact(here)}${here.isSold ? ' The operator also sells the plans.' : ''}`,
      `${here.productName} is open-source software under the MIT license. Its authors don’t provide this service to you and aren’t a party to this agreement.`,
      'By creating an account, you agree to these terms. You don’t need an account to read public pages and shared summaries.',
    ],
  },
  {
    id: 'service',
    title: 'What you get',
    blocks: [
      `English summaries of what is said in videos up to ${maxVideoHours} hours long, to read and to listen to, within the monthly limits of your plan. They don’t cover what a video only shows.`,
      'The service depends on others, above all on YouTube. Videos and channels can be private, removed, blocked or without speech. In that case there is no summary, and nothing counts toward your monthly limit.',
    ],
  },
  {
    id: 'summaries',
    title: 'Summaries can be wrong',
    blocks: [
      'Summaries are written by software. Every sentence cites its moment in the video, so you can check it; check everything that matters to you. A summary isn’t medical, legal or investment advice, and it doesn’t speak for the creator of the video.',
    ],
  },
  {
    id: 'account',
    title: 'Your account',
    blocks: [
      'An account belongs to one person. Use an email address at which you can be reached, keep your password to yourself, and tell us if someone else may know it. You must be old enough to enter into this agreement where you live, or have the consent of your parent or guardian.',
    ],
  },
  {
    id: 'fair-use',
    title: 'Fair use',
    blocks: [
      [
        'Use the service for yourself. Don’t resell it, and don’t create additional accounts to get around a plan’s limits.',
        'Programs may use the API on your behalf, within its limits.',
        'Upload only files that you have the right to use, and share only what you have the right to share.',
        'You may quote summaries if you name and link the video. The rights to a video stay with its creator.',
        'Don’t attack the service or its users. If you find a security problem, tell us before you tell anyone else: [security.txt](/.well-known/security.txt) says how. You’re welcome to look for security problems, as long as you are careful and harm no one.',
      ],
    ],
  },
  ...(here.isSold ? buying(here) : [nothingSold(here)]),
  {
    id: 'creators',
    title: 'For creators',
    blocks: [
      'Summaries name and link the creator of the video. If you want your video or channel removed, ask for it under [Support](/support#creators). We’ll then stop summarizing it and remove it from all lists. People who already have a summary keep it for themselves.',
    ],
  },
  {
    id: 'end',
    title: 'Ending the agreement',
    blocks: [
      `You can delete your account at any time in [Settings](/settings), without giving a reason. What you had saved is erased ${deletedAccountRetentionDays} days later.${here.isSold ? ' A plan bought here by card ends immediately.' : ''}`,
      `The operator can end the agreement with 30 days’ notice by email, or immediately if you have seriously violated these terms.${here.isSold ? ' If you aren’t at fault, you get back what you paid for the time you lose.' : ''}`,
    ],
  },
  {
    id: 'liability',
    title: 'Liability',
    blocks: [
      'The service is provided as is, without a promise that it is always available. The operator is liable without limit for intent and gross negligence, for injury to life and health, and wherever the law doesn’t allow liability to be limited. For slight negligence, the operator is liable only if an essential duty under this agreement was breached, and then only for typical and foreseeable damage.',
    ],
  },
  {
    id: 'law',
    title: 'Applicable law and changes',
    blocks: [
      'The law of the country in which the operator is based applies. If you are a consumer, you keep the rights that the law of your own country gives you.',
      'We announce changes to these terms by email, 30 days in advance. If you don’t agree, you can end the agreement before then.',
    ],
  },
]

const nothingSold = ({ defaultPlan }: Installation): TextSection => ({
  id: 'plans',
  title: 'Plans',
  blocks: [
    `Nothing is sold on this server. Every account has the ${defaultPlan.title} plan: ${defaultPlan.summariesPerMonth.toLocaleString('en-US')} summaries and ${defaultPlan.communityReadsPerMonth.toLocaleString('en-US')} community reads a month. You don’t pay anything.`,
  ],
})

const buying = ({ parties, defaultPlan }: Installation): TextSection[] => [
  {
    id: 'plans',
    title: 'Plans and prices',
    blocks: [
      `Without a paid plan, you’re on ${defaultPlan.title}. Prices are in US dollars; you see the total before you pay.`,
      { rows: planTermRows },
      'Summaries and community reads are counted per calendar month, in UTC. Unused ones don’t carry over. No plan has a free trial.',
    ],
  },
  {
    id: 'renewal',
    title: 'Buying and renewal',
    blocks: [
      'A plan starts when its payment is confirmed, lasts a month, and renews every month until you cancel. If prices change, you continue to pay the old price for the plan you have.',
      'An upgrade starts immediately; you pay the difference for the rest of the billing period. A downgrade starts when the billing period ends. Channels and frequencies that the smaller plan doesn’t include are then paused; nothing is deleted.',
      `If a payment fails, it is retried and you keep the plan for ${graceMs / daysToMs(1)} days. After that, the plan is suspended until the payment arrives.`,
      ...(parties.has('payments:app-store') || parties.has('payments:google-play')
        ? [
            'A plan that you buy in an app store is paid, changed, cancelled and refunded there, under the rules of that store. Deleting your account here doesn’t end it: cancel it in the store as well.',
          ]
        : []),
    ],
  },
  {
    id: 'cancel',
    title: 'Cancelling',
    blocks: [
      'You can cancel under [Subscriptions](/subscriptions) at any time, without giving a reason. You keep the plan until the end of the billing period, and you aren’t charged again. Until then, you can undo the cancellation. If the last payment failed, the plan ends immediately.',
    ],
  },
  {
    id: 'refunds',
    title: 'Refunds',
    blocks: [
      'If the law where you live lets you withdraw from a purchase, as in the European Union within 14 days, [contact us](/feedback). We refund you the way you paid. If you asked for the plan to start immediately, we may deduct what you have used of it until then.',
      'Charges made by mistake, such as a payment that arrived after you had abandoned a purchase or deleted your account, are refunded automatically. If the current month is refunded in full, the plan ends immediately; if it is refunded in part, the plan continues.',
      'Apart from that, a month that has started is not refunded.',
    ],
  },
]
