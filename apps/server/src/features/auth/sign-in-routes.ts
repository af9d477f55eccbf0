import { auth as contract } from '@recaps/contract/auth'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { AppError, ProviderError } from '../../errors.ts'
import { readBytes } from '../../http/body.ts'
import type { Limits } from '../../http/limits.ts'
import type { Caller, Router } from '../../http/router.ts'
import { visitorOf } from './routes.ts'
import { failurePath, type SignIn, type Wishes } from './sign-in.ts'
import { newSecret } from './sign-in-state.ts'

export interface SignInRoutesDeps {
  signIn: SignIn
  limits: Limits
  /** Whether browsers reach the service over https: then the cookie can be pinned to it. */
  isHttps: boolean
  /** Null where no app may call this server. */
  appScheme: string | null
}

type Asked = { redirect?: string | null; challenge?: string | null; timezone?: string | null }

export function bindSignIn({ bind }: Router, { signIn, limits, isHttps, appScheme }: SignInRoutesDeps): void {
  const cookie = browserCookie(isHttps)

  /** Sends a browser on; who is no browser is told in JSON, as everywhere in the API, when that cannot be. */
  const begin = async (provider: 'google' | 'apple', asked: Asked, { network, context }: Caller<unknown>) => {
    const wishes: Wishes = { redirect: null, challenge: null, timezone: null, ...asked }
    try {
      await limits.take('sign_in_network', network)
      // Whatever else has taken the scheme on somebody's phone would be handed the sign-in.
      if (wishes.challenge && appScheme === null)
        throw new AppError('invalid_request', 'No app signs in at this server.')
      // Kept when there is one: a sign-in begun in another tab is to end well too.
      const secret = cookie.read(context) ?? newSecret()
      const to = await signIn.begin(provider, wishes, secret)
      cookie.write(context, secret)
      return context.redirect(to.href)
    } catch (error) {
      if (!(error instanceof AppError || error instanceof ProviderError) || !isNavigation(context)) throw error
      return context.redirect(
        failurePath(error.code, wishes.challenge && appScheme !== null ? `${appScheme}://auth/callback` : '/'),
      )
    }
  }

  bind(contract.providers, async () => signIn.providers())
  bind(contract.google, ({ query }, caller) => begin('google', query, caller))
  bind(contract.appleRedirect, ({ query }, caller) => begin('apple', query, caller))

  bind(contract.googleReturn, async (_, { network, context }) => {
    const returned = new URL(context.req.url).searchParams
    return leadOn(context, await signIn.finish('google', returned, { network, limits, secret: cookie.read(context) }))
  })
  // Apple lets the browser post a form from its own site, without our cookie; the exchange asks for it.
  bind(contract.appleReturn, async (_, { network, context }) => {
    const bytes = await readBytes(context, 64 * 1024, () => new AppError('invalid_request', 'The form is too large.'))
    const returned = new URLSearchParams(new TextDecoder().decode(bytes))
    return leadOn(context, await signIn.finish('apple', returned, { network, limits }))
  })

  bind(contract.exchange, async ({ body }, caller) => {
    await limits.take('sign_in_network', caller.network)
    const proof = { verifier: body.verifier ?? null, secret: cookie.read(caller.context) }
    return await signIn.exchange(body.token, proof, visitorOf(caller))
  })

  bind(contract.googleToken, async ({ body }, caller) => {
    await limits.take('sign_in_network', caller.network)
    const { identityToken, nonce, timezone = null } = body
    return await signIn.withToken('google', { token: identityToken, nonce, timezone }, visitorOf(caller))
  })
  bind(contract.apple, async ({ body }, caller) => {
    await limits.take('sign_in_network', caller.network)
    const { nonce, timezone = null, authorizationCode: code = null, firstName, lastName } = body
    const token = body.identityToken ?? body.token ?? ''
    const name = { firstName: firstName ?? '', lastName: lastName ?? '' }
    return await signIn.withToken('apple', { token, nonce, timezone, code, ...name }, visitorOf(caller))
  })
}

/**
 * What ties a sign-in to the browser that began it. It says who the browser is, never who the user is: no call takes it
 * for a session. Lax, because the browser comes back from another site; never sent along with what other sites post.
 */
function browserCookie(isHttps: boolean) {
  // [ASVS 3.3.1, 3.3.3]
  const name = isHttps ? '__Host-sign-in' : 'sign-in'
  // [ASVS 3.3.2, 3.3.4]
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure: isHttps } as const
  return {
    read(c: Context): string | null {
      const secret = getCookie(c, name) ?? ''
      return /^[\w-]{43}$/.test(secret) ? secret : null
    },
    // Not removed at the end: a sign-in in another tab still needs it. It outlives every sign-in that has begun, and ends.
    write: (c: Context, secret: string) => setCookie(c, name, secret, { ...options, maxAge: 20 * 60 }),
  }
}

/** Somebody who follows a link wants a page; a program that calls wants the reason. */
const isNavigation = (c: Context): boolean =>
  c.req.header('sec-fetch-mode') === 'navigate' || (c.req.header('accept') ?? '').includes('text/html')

/** 303: what comes next is read, also after a form. The code in the address is no referrer for anybody. */
function leadOn(c: Context, path: string): Response {
  c.header('Referrer-Policy', 'no-referrer')
  c.header('Cache-Control', 'no-store')
  return c.redirect(path, 303)
}
