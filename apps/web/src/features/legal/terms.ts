import { graceMs } from '@recaps/domain/billing'
import { longestVideoHours } from '@recaps/domain/duration'
import { daysToMs, retentionDays } from '@recaps/domain/retention'
import type { TextSection } from '../help/blocks.ts'
import type { Installation } from '../help/installation.ts'
import { planRows } from '../help/plan-words.ts'
import { reachedBy } from './privacy.ts'

/** When the words last changed what they promise. */
export const termsChangedOn = '2026-11-23'

/** The agreement between whoever uses this installation and whoever runs it. */
export const termsSections = (here: Installation): TextSection[] => [
  {
    id: 'who',
    title: 'Who you deal with',
    blocks: [
      `The service at this address is offered by its operator: whoever runs this server. ${reachedBy(here)}${here.isSold ? ' The operator is also who sells the plans.' : ''}`,
      `${here.productName} is open software under the MIT licence. Those who wrote it run no service for you, and are no party to this agreement.`,
      'By making an account you agree to these terms. To read public pages and shared summaries you need none.',
    ],
  },
  {
    id: 'service',
    title: 'What you get',
    blocks: [
      `Summaries in English of what is said in videos of at most ${longestVideoHours} hours, to read and to hear, within the monthly limits of your plan. What a video only shows is not in them.`,
      'The service depends on others, YouTube above all. Videos and channels may be private, removed, blocked or without words; then there is no summary, and nothing is taken from your month.',
    ],
  },
  {
    id: 'summaries',
    title: 'Summaries may be wrong',
    blocks: [
      'They are made by programs. Every sentence cites the moment of the video it comes from, so that you can check it; check whatever matters to you. A summary is no advice on health, law or money, and says nothing in the name of whoever made the video.',
    ],
  },
  {
    id: 'account',
    title: 'Your account',
    blocks: [
      'One account belongs to one person. Give an address at which you can be reached, keep your password to yourself, and tell us if somebody else may know it. You have to be old enough to make such an agreement where you live, or have the consent of whoever looks after you.',
    ],
  },
  {
    id: 'fair-use',
    title: 'Fair use',
    blocks: [
      [
        'Use the service for yourself. Do not resell it, and do not make further accounts to get around a plan’s limits.',
        'Programs may use the API in your name, within its limits.',
        'Bring only files that you may use, and share only what you may share.',
        'You may quote summaries if you name and link the video. The rights in a video stay with whoever made it.',
        'Do not attack the service or the people who use it. If you find a security problem, tell us before others (where to stands in [security.txt](/.well-known/security.txt)). Looking for one with care and without harm to others is welcome.',
      ],
    ],
  },
  ...(here.isSold ? buying(here) : [nothingSold(here)]),
  {
    id: 'creators',
    title: 'If you made a video',
    blocks: [
      'Summaries name and link whoever made the video. If you want a video or a channel of yours taken out, ask for it under [Support](/support#creators). It is then summarized for nobody any more and listed nowhere; people who already have a summary keep it for themselves.',
    ],
  },
  {
    id: 'end',
    title: 'How it ends',
    blocks: [
      `You can delete your account at any time under [Settings](/settings), without a reason. What you had saved is erased ${retentionDays} days later.${here.isSold ? ' A plan bought here by card ends with it at once.' : ''}`,
      `The operator can end the agreement with 30 days’ notice by email, or at once towards somebody who has broken these terms seriously.${here.isSold ? ' Money paid for time that you then do not get, without fault of yours, is given back.' : ''}`,
    ],
  },
  {
    id: 'liability',
    title: 'What the operator answers for',
    blocks: [
      'The service is offered as it is, with no promise that it is always there. The operator answers without limit for intent and gross negligence, for harm to life and health, and wherever the law does not let it be limited; for slight negligence only where a duty was broken that the agreement rests on, and then for the damage that is typical and could be foreseen.',
    ],
  },
  {
    id: 'law',
    title: 'Law and changes',
    blocks: [
      'The law of the country in which the operator sits applies. If you are a consumer, the rights that the law of your own country gives you stay yours.',
      'We announce changes to these terms by email, 30 days ahead. If you do not agree, you can end the agreement until then.',
    ],
  },
]

const nothingSold = ({ defaultPlan }: Installation): TextSection => ({
  id: 'plans',
  title: 'Plans',
  blocks: [
    `Nothing is sold on this server. Every account has the ${defaultPlan.title} plan: ${defaultPlan.summariesPerMonth.toLocaleString('en-US')} summaries and ${defaultPlan.communityReadsPerMonth.toLocaleString('en-US')} community reads a month. You pay nothing.`,
  ],
})

const buying = ({ parties, defaultPlan }: Installation): TextSection[] => [
  {
    id: 'plans',
    title: 'Plans and prices',
    blocks: [
      `Without a paid plan you are on ${defaultPlan.title}. Prices are in US dollars; what you pay in all is shown before you pay.`,
      { rows: planRows },
      'Summaries and community reads are counted by the calendar month, in UTC; what is not used is not carried over. No plan has a free trial.',
    ],
  },
  {
    id: 'renewal',
    title: 'Buying and renewal',
    blocks: [
      'A plan begins when its payment is confirmed, runs for a month, and renews each month until you cancel. When prices change, you go on paying the old one for the plan you have.',
      'A larger plan begins at once; you pay the difference for the rest of the month. A smaller one begins when the month that is paid for has ended. Channels and frequencies beyond it then wait; nothing is deleted.',
      `If a payment fails, it is tried again and the plan stays for ${graceMs / daysToMs(1)} days. After that it does not count until the payment has come.`,
      ...(parties.has('payments:app-store') || parties.has('payments:google-play')
        ? [
            'What you buy in an app store is paid, changed, cancelled and given back there, by the rules of that store. Deleting your account here does not end it: cancel it in the store as well.',
          ]
        : []),
    ],
  },
  {
    id: 'cancel',
    title: 'Cancelling',
    blocks: [
      'You cancel under [Subscriptions](/subscriptions), at any time and without a reason. The plan stays until the end of the month that is paid for, and you are not charged again. Until then you can take it back. Where the last payment did not go through, the plan ends at once.',
    ],
  },
  {
    id: 'refunds',
    title: 'Refunds',
    blocks: [
      'If the law where you live lets you withdraw from a purchase, as in the European Union within 14 days, [contact us](/feedback); the money goes back the way it came. If you asked for the plan to begin at once, what you have used of it until then may be counted.',
      'What was charged by mistake, such as a payment that arrived after you had given a purchase up or deleted your account, is given back by itself. When all of the money for the running month is given back, the plan ends at once; when a part is, it goes on.',
      'Apart from that, a month that has begun is not paid back.',
    ],
  },
]
