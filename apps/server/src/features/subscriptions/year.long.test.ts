import { balanceOf } from '@recaps/fake-stripe'
import { describe, expect, it } from 'vitest'
import { inTurn } from '../../../test/extent.ts'
import { startPaymentServer } from '../../../test/payment-server.ts'
import { databases } from '../../../test/start-server.ts'
import { refusal } from '../../../test/waiting.ts'
import { type Diary, type Holder, keepDiary } from './test/diary.ts'

/** What is written down by hand for each step: the table of security.md §2.2, the mails and notices of its dunning. */
interface Step {
  happens: string
  act(it: Holder): Promise<unknown>
  leads: Partial<Diary>
}

const basic = { plan: 'basic', status: 'active', monthly: 10 } as const
const premium = { plan: 'premium', status: 'active', monthly: 30 } as const
const pro = { plan: 'pro', status: 'active', monthly: 500 } as const
const nothing = { plan: 'free', monthly: 3 } as const
const aDay = expect.stringMatching(/^Your Basic plan ends on \w+ \d+, \d{4}$/)
const theDifference = expect.stringMatching(/^Receipt: \$(19|20)\.\d\d for the Pro plan$/)
const givenBack = ['Money was given back']
const ended = ['Your Basic plan has ended']

const year: Step[] = [
  { happens: 'nothing was bought', act: async () => {}, leads: nothing },
  {
    happens: 'Basic is bought',
    act: it => it.buy('basic'),
    leads: { ...basic, mails: ['Receipt: $4.99 for the Basic plan'] },
  },
  ...['first', 'second', 'third'].map(nth => ({
    happens: `the ${nth} month is over`,
    act: (it: Holder) => it.untilRenewed(),
    leads: { ...basic, mails: ['Receipt: $4.99 for the Basic plan'] },
  })),
  {
    happens: 'the card is declined at the fourth',
    act: async it => {
      it.replaceCard('pm_card_chargeCustomerFail')
      await it.untilRenewed()
    },
    leads: { ...basic, hasIssue: true, mails: ['Your payment failed'], notices: ['Your payment failed'] },
  },
  {
    happens: 'three days of grace are left',
    act: it => it.untilGraceEnds(-2),
    leads: { ...basic, hasIssue: true, mails: [aDay] },
  },
  {
    happens: 'another card pays what is open',
    act: it => it.payWithAnother('pm_card_mastercard'),
    leads: { ...basic, mails: ['Receipt: $4.99 for the Basic plan'] },
  },
  { happens: 'the day comes on which the grace would have ended', act: it => it.pass(4), leads: basic },
  {
    happens: 'the fifth month begins',
    act: it => it.untilRenewed(),
    leads: { ...basic, mails: ['Receipt: $4.99 for the Basic plan'] },
  },
  { happens: 'Pro is taken instead', act: it => it.change('pro'), leads: { ...pro, mails: [theDifference] } },
  {
    happens: 'the sixth month begins',
    act: it => it.untilRenewed(),
    leads: { ...pro, mails: ['Receipt: $24.99 for the Pro plan'] },
  },
  { happens: 'Basic is to be enough again', act: it => it.change('basic'), leads: { ...pro, next: 'basic' } },
  {
    happens: 'the seventh month begins, with Basic',
    act: it => it.untilRenewed(),
    leads: { ...basic, mails: ['Receipt: $4.99 for the Basic plan'] },
  },
  { happens: 'it is cancelled', act: it => it.cancel(), leads: { ...basic, isCanceling: true } },
  { happens: 'it is taken up again', act: it => it.resume(), leads: basic },
  {
    happens: 'the eighth month begins as if nothing had been',
    act: it => it.untilRenewed(),
    leads: { ...basic, mails: ['Receipt: $4.99 for the Basic plan'] },
  },
  { happens: 'it is cancelled again', act: it => it.cancel(), leads: { ...basic, isCanceling: true } },
  { happens: 'days go by', act: it => it.pass(20), leads: { ...basic, isCanceling: true } },
  {
    happens: 'the month is over, and with it the plan',
    act: it => it.untilRenewed(),
    leads: { ...nothing, status: 'canceled', mails: ended, notices: ended },
  },
  { happens: 'a month without goes by', act: it => it.pass(30), leads: { ...nothing, status: 'canceled' } },
  {
    happens: 'Premium is bought',
    act: it => it.buy('premium'),
    leads: { ...premium, mails: ['Receipt: $9.99 for the Premium plan'] },
  },
  {
    happens: 'a part is given back',
    act: it => it.refund(200),
    leads: { ...premium, mails: ['$2.00 is being refunded to you'], notices: givenBack },
  },
  {
    happens: 'the rest is given back',
    act: it => it.refund(),
    leads: { ...nothing, status: 'refunded', mails: ['$7.99 is being refunded to you'], notices: givenBack },
  },
  { happens: 'the next month would begin', act: it => it.pass(31), leads: { ...nothing, status: 'refunded' } },
  {
    happens: 'Basic is bought once more',
    act: it => it.buy('basic'),
    leads: { ...basic, mails: ['Receipt: $4.99 for the Basic plan'] },
  },
  {
    happens: 'its payment is disputed',
    act: async it => {
      await it.dispute()
      expect(await refusal(it.change('pro'))).toMatchObject({ code: 'payment_disputed' })
    },
    leads: { ...basic, notices: ['A payment is disputed'] },
  },
  {
    happens: 'the bank takes it back',
    act: it => it.settleDispute('lost'),
    leads: { ...nothing, status: 'refunded', mails: ended, notices: ended },
  },
  {
    happens: 'Basic is bought for the last time',
    act: it => it.buy('basic'),
    leads: { ...basic, mails: ['Receipt: $4.99 for the Basic plan'] },
  },
  {
    happens: 'that is disputed too',
    act: it => it.dispute(),
    leads: { ...basic, notices: ['A payment is disputed'] },
  },
  { happens: 'the bank leaves it', act: it => it.settleDispute('won'), leads: basic },
  {
    happens: 'its next month begins',
    act: it => it.untilRenewed(),
    leads: { ...basic, mails: ['Receipt: $4.99 for the Basic plan'] },
  },
  {
    happens: 'the card is declined again',
    act: async it => {
      it.replaceCard('pm_card_chargeCustomerFail')
      await it.untilRenewed()
    },
    leads: { ...basic, hasIssue: true, mails: ['Your payment failed'], notices: ['Your payment failed'] },
  },
  {
    happens: 'three days of grace are left, again',
    act: it => it.untilGraceEnds(-2),
    leads: { ...basic, hasIssue: true, mails: [aDay] },
  },
  {
    happens: 'nobody pays, and the grace is over',
    act: it => it.untilGraceEnds(1),
    leads: { ...nothing, status: 'past_due', hasIssue: true, mails: ended, notices: ended },
  },
  { happens: 'Stripe gives up', act: it => it.pass(10), leads: { ...nothing, status: 'canceled' } },
]

/** Cents, by hand: eleven times Basic and once Pro, with what the bank took back; Premium was given back whole. */
const paid = 11 * 499 + 2499 - 499
describe.each(inTurn(databases, 2, 2))('a year with a plan, $name', ({ kind, isHere }) => {
  it.runIf(isHere)('is at each step what it should be, told of once, and paid to the cent', async () => {
    const test = await startPaymentServer({ database: kind })
    try {
      const holder = await keepDiary(test)
      const usual = { status: null, isCanceling: false, hasIssue: false, next: null, mails: [], notices: [] }
      for (const { happens, act, leads } of year) {
        await act(holder)
        expect([happens, await holder.today()]).toEqual([happens, { ...usual, ...leads }])
      }
      expect(holder.days()).toBeGreaterThan(365)
      await test.server.services.billing.reconcile()
      expect(await holder.today()).toMatchObject({ plan: 'free', mails: [], notices: [] })
      expect(await test.differences()).toEqual([])
      const difference = balanceOf(test.stripe.ledger) - paid
      expect([difference > 1900, difference <= 2000]).toEqual([true, true])
    } finally {
      await test.stop()
    }
  })
})
