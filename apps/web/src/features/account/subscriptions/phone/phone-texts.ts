// Words that stand in the apps of phones alone. Each part by itself: what is left unused stays out of the web app.

/** By card, in the sheet of the payment service. */
export const byCard = {
  how: 'You choose how to pay in the next step: by card, or with the wallet of this phone.',
  notOpened: 'The payment sheet could not be opened. Nothing was charged.',
} as const

/** Where the store of the phone sells the plans. */
export const inStore = {
  lead: (store: string) =>
    `You pay in ${store}, and can cancel there at any time: you keep a plan to the end of the month you paid for.`,
  elsewhere: 'You can change your plan where you bought it.',
  noChange: (store: string) =>
    `To change to another plan, end yours in ${store} first. Once it is over, choose the other one here.`,
  // The stores want no other way to pay named in what they bring.
  byCard: 'It was not bought in this app.',
  pricesFailed: (store: string) => `The prices could not be read from ${store}.`,
  title: (plan: string) => `Subscribe to ${plan}`,
  price: (price: string) => `${price} a month`,
  renews: (store: string) =>
    `It renews each month until you cancel it in ${store}, at the latest a day before the month ends.`,
  upgrade: (plan: string, store: string) =>
    `It begins at once, in place of ${plan}. What is left of that month you get back from ${store}.`,
  downgrade: (plan: string, when: string) => `You keep ${plan} until ${when}; then this one begins.`,
  submit: (price: string) => `Subscribe for ${price} a month`,
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  settling: (store: string) => `Bought in ${store}. Your plan is being set up.`,
  pending: (store: string) =>
    `The purchase waits for its payment, or for somebody who has to agree to it. The plan begins by itself as soon as ${store} says so; you can close this.`,
  untold: (store: string) =>
    `Bought in ${store}, but our service cannot be reached now. Nothing is lost: the plan begins as soon as it can be; you can close this.`,
  refused: (store: string) => `The purchase did not go through in ${store}. Try again, or look there for why.`,
  unreachable: (store: string) => `Nothing came back from ${store}. Try again in a moment.`,
  another: (store: string) =>
    `The plan that was bought in ${store} with this phone is of another account here. Log in with that one to use it. If it was deleted, end the plan in ${store}; once it is over, choose one here.`,
  unnamed: (store: string) =>
    `There is a plan in ${store} that was not bought in this app. If it is yours, restore it here.`,
  later: 'Until then you keep the plan you have.',
  manage: (store: string) => `Manage in ${store}`,
  restore: 'Restore purchases',
  nothing: (store: string) => `There is no plan of yours in ${store}.`,
} as const
