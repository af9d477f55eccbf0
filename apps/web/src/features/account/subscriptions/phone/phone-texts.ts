// Texts used only in the phone apps. Separate exports, so that unused ones stay out of the web bundle.

/** Paying by card in the payment service's own sheet. */
export const phoneCardTexts = {
  how: 'You’ll choose how to pay in the next step: by card or with your phone’s wallet.',
  notOpened: 'Couldn’t open the payment sheet. You weren’t charged.',
} as const

/** Buying plans in the phone's app store. */
export const storeTexts = {
  lead: (store: string) =>
    `You pay in ${store} and can cancel there anytime. You keep your plan until the end of the month you paid for.`,
  elsewhere: 'You can change your plan where you bought it.',
  noChange: (store: string) =>
    `To change plans, first cancel yours in ${store}. Once it has ended, choose a new one here.`,
  // The app stores don't allow apps to mention other ways to pay.
  byCard: 'You didn’t buy this plan in this app.',
  pricesFailed: (store: string) => `Couldn’t load the prices from ${store}.`,
  title: (plan: string) => `Subscribe to ${plan}`,
  price: (price: string) => `${price} a month`,
  renews: (store: string) =>
    `It renews each month until you cancel it in ${store}, at least a day before the month ends.`,
  upgrade: (plan: string, store: string) =>
    `It starts right away and replaces ${plan}. You get the unused part of that month back from ${store}.`,
  downgrade: (plan: string, when: string) => `You keep ${plan} until ${when}. Then the new plan starts.`,
  submit: (price: string) => `Subscribe for ${price} a month`,
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  settling: (store: string) => `Bought in ${store}. Setting up your plan…`,
  pending: (store: string) =>
    `The purchase is waiting for payment or approval. Your plan starts as soon as ${store} confirms it. You can close this.`,
  serverUnreachable: (store: string) =>
    `Bought in ${store}, but we can’t reach our service right now. Your purchase is safe, and your plan starts as soon as we can. You can close this.`,
  refused: (store: string) => `The purchase didn’t go through in ${store}. Try again, or check there for the reason.`,
  unreachable: (store: string) => `No response from ${store}. Try again in a moment.`,
  otherAccount: (store: string) =>
    `The plan bought in ${store} on this phone belongs to another account. Log in to that account to use it. If you deleted that account, cancel the plan in ${store}. Once it has ended, choose one here.`,
  canRestore: (store: string) =>
    `There’s a plan in ${store} that wasn’t bought in this app. If it’s yours, restore it here.`,
  later: 'You keep your current plan until then.',
  manage: (store: string) => `Manage in ${store}`,
  restore: 'Restore purchases',
  nothingToRestore: (store: string) => `You don’t have a plan in ${store}.`,
} as const
