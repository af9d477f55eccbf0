import { account } from '@recaps/contract/account'
import type { ParsedRequest, RouteDefinition } from '@recaps/contract/route'
import { users } from '@recaps/contract/users'
import { AppError } from '../errors.ts'
import type { Router, Session } from '../http/router.ts'

/** With these, one visitor could lock all others out of the account. */
const forbidden: ReadonlySet<RouteDefinition> = new Set([users.changePassword, users.endSession, account.delete])

const sentence = 'Everyone who tries the demo shares this account. Its password and sessions can’t be changed.'

/** Wraps the router so that visitors of a public demo can't lock each other out of the demo account. */
export const guardDemoAccount = (router: Router, isDemoAccount: (userId: number) => Promise<boolean>): Router => ({
  ...router,
  bind: (route, handler) =>
    router.bind(
      route,
      forbidden.has(route)
        ? async (request, caller) => {
            if (caller.session && !isLogout(request, caller.session) && (await isDemoAccount(caller.session.userId)))
              throw new AppError('forbidden', sentence)
            return await handler(request, caller)
          }
        : handler,
    ),
})

const isLogout = ({ params }: ParsedRequest<RouteDefinition>, { sessionId }: Session): boolean =>
  (params as { id?: string } | undefined)?.id === String(sessionId)
