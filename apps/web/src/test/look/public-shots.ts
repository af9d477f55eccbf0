import { fullWorld } from './screenshot-worlds.ts'
import type { Shot } from './shot.ts'
import { expandToFullPage } from './steps.ts'

/** The public pages: help, support, legal pages and feedback. */
export const publicShots: Shot[] = [
  { name: 'faq', state: 'full', path: '/faq#right', isSignedOut: true },
  { name: 'faq-user', path: '/faq#plans-have' },
  { name: 'faq-200', path: '/faq#often', isSignedOut: true, text: 200 },
  { name: 'support', state: 'full', path: '/support', isSignedOut: true, prepare: expandToFullPage },
  { name: 'support-user', path: '/support' },
  {
    name: 'support-guide',
    path: '/support#youtube',
    world: () => {
      const world = fullWorld()
      const [account] = world.users
      return { ...world, users: [{ ...account!, user: { ...account!.user, isAdmin: true } }] }
    },
    prepare: expandToFullPage,
  },
  { name: 'support-200', path: '/support', isSignedOut: true, text: 200, prepare: expandToFullPage },
  { name: 'terms', state: 'full', path: '/terms', isSignedOut: true, prepare: expandToFullPage },
  { name: 'terms-user', path: '/terms#refunds' },
  { name: 'privacy', state: 'full', path: '/privacy', isSignedOut: true, prepare: expandToFullPage },
  { name: 'privacy-200', path: '/privacy', isSignedOut: true, text: 200, prepare: expandToFullPage },
  {
    name: 'feedback-helped',
    path: '/feedback',
    isSignedOut: true,
    async prepare(page) {
      await page.getByRole('button', { name: 'Plan and payment' }).click()
      await page.getByLabel('Message').fill('How can I cancel my plan? What happens when I cancel it?')
      await expandToFullPage(page)
    },
  },
]
