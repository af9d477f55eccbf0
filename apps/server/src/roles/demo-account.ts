import { account } from '@recaps/contract/account'
import type { ParsedRequest, RouteDefinition } from '@recaps/contract/route'
import { users } from '@recaps/contract/users'
import { AppError } from '../errors.ts'
import type { Router, Session } from '../http/router.ts'

/** By these one visitor would have the account alone, or nobody would. */
const keptFrom: ReadonlySet<RouteDefinition> = new Set([users.changePassword, users.endSession, account.delete])

const sentence =
  'This account is open to everybody who looks at the demo. Its password and its sessions stay as they are.'

/** Binds calls so that the account of a public demo stays open to everybody. */
export const sparing = (router: Router, isDemoAccount: (userId: number) => Promise<boolean>): Router => ({
  ...router,
  bind: (route, handler) =>
    router.bind(
      route,
      keptFrom.has(route)
        ? async (request, caller) => {
            if (caller.session && !isLogOut(request, caller.session) && (await isDemoAccount(caller.session.userId)))
              throw new AppError('forbidden', sentence)
            return await handler(request, caller)
          }
        : handler,
    ),
})

const isLogOut = ({ params }: ParsedRequest<RouteDefinition>, { sessionId }: Session): boolean =>
  (params as { id?: string } | undefined)?.id === String(sessionId)
