import { auth as contract } from '@recaps/contract/auth'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { AppError, ProviderError } from '../../errors.ts'
import { readBytes } from '../../http/body.ts'
import type { Limits } from '../../http/limits.ts'
import type { Caller, Router } from '../../http/router.ts'
import { readVisitor } from './routes.ts'
import { failurePath, type SignIn, type SignInOptions } from './sign-in.ts'
import { newSecret } from './sign-in-state.ts'

export interface SignInRoutesDeps {
  signIn: SignIn
  limits: Limits
  /** Whether browsers reach the service over HTTPS, so that the cookie can be restricted to it. */
  isHttps: boolean
  /** URL scheme of the phone app; null if no app may sign in at this server. */
  appScheme: string | null
}

type BeginQuery = { redirect?: string | null; challenge?: string | null; timezone?: string | null }

export function bindSignIn({ bind }: Router, { signIn, limits, isHttps, appScheme }: SignInRoutesDeps): void {
  const cookie = browserCookie(isHttps)

  /** Redirects the browser to the provider. On failure, browsers are redirected to the login page and API clients get JSON. */
  const begin = async (provider: 'google' | 'apple', query: BeginQuery, { network, context }: Caller<unknown>) => {
    const options: SignInOptions = { redirect: null, challenge: null, timezone: null, ...query }
    try {
      await limits.take('sign_in_network', network)
      // If we have no app, any app that claims the URL scheme on the phone would receive the sign-in.
      if (options.challenge && appScheme === null)
        throw new AppError('invalid_request', 'This server does not support signing in from an app.')
      // Reuses an existing secret so that a sign-in in another tab can still complete.
      const secret = cookie.read(context) ?? newSecret()
      const to = await signIn.begin(provider, options, secret)
      cookie.write(context, secret)
      return context.redirect(to.href)
    } catch (error) {
      if (!(error instanceof AppError || error instanceof ProviderError) || !isNavigation(context)) throw error
      return context.redirect(
        failurePath(error.code, options.challenge && appScheme !== null ? `${appScheme}://auth/callback` : '/'),
      )
    }
  }

  bind(contract.providers, async () => signIn.providers())
  bind(contract.google, ({ query }, caller) => begin('google', query, caller))
  bind(contract.appleRedirect, ({ query }, caller) => begin('apple', query, caller))

  bind(contract.googleReturn, async (_, { network, context }) => {
    const returned = new URL(context.req.url).searchParams
    return seeOther(context, await signIn.finish('google', returned, { network, limits, secret: cookie.read(context) }))
  })
  // Apple makes the browser post a form from its site, so our cookie is not sent. The exchange checks the cookie instead.
  bind(contract.appleReturn, async (_, { network, context }) => {
    const bytes = await readBytes(context, 64 * 1024, () => new AppError('invalid_request', 'The form is too large.'))
    const returned = new URLSearchParams(new TextDecoder().decode(bytes))
    return seeOther(context, await signIn.finish('apple', returned, { network, limits }))
  })

  bind(contract.exchange, async ({ body }, caller) => {
    await limits.take('sign_in_network', caller.network)
    const proof = { verifier: body.verifier ?? null, secret: cookie.read(caller.context) }
    return await signIn.exchange(body.token, proof, readVisitor(caller))
  })

  bind(contract.googleToken, async ({ body }, caller) => {
    await limits.take('sign_in_network', caller.network)
    const { identityToken, nonce, timezone = null } = body
    return await signIn.withToken('google', { token: identityToken, nonce, timezone }, readVisitor(caller))
  })
  bind(contract.apple, async ({ body }, caller) => {
    await limits.take('sign_in_network', caller.network)
    const { nonce, timezone = null, authorizationCode: code = null, firstName, lastName } = body
    const token = body.identityToken ?? body.token ?? ''
    const name = { firstName: firstName ?? '', lastName: lastName ?? '' }
    return await signIn.withToken('apple', { token, nonce, timezone, code, ...name }, readVisitor(caller))
  })
}

/**
 * Cookie that ties a sign-in to the browser that started it. It identifies the browser, not the user, and no route accepts it
 * as a session. SameSite=Lax: it must be sent when the provider redirects the browser back, but not with cross-site posts.
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
    // Not removed after a sign-in, because another tab may still need it. It outlives every sign-in in progress, then expires.
    write: (c: Context, secret: string) => setCookie(c, name, secret, { ...options, maxAge: 20 * 60 }),
  }
}

/** Distinguishes a browser that follows a link, which needs a page, from an API client, which needs JSON. */
const isNavigation = (c: Context): boolean =>
  c.req.header('sec-fetch-mode') === 'navigate' || (c.req.header('accept') ?? '').includes('text/html')

/** Redirects with 303, so that the browser uses GET even after a form. No-referrer, because the address contains the code. */
function seeOther(c: Context, path: string): Response {
  c.header('Referrer-Policy', 'no-referrer')
  c.header('Cache-Control', 'no-store')
  return c.redirect(path, 303)
}
